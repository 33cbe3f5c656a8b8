onRealtimeSubscribeRequest((e) => require(`${__hooks}/realtime.js`).guardSubscriptions(e))
onRealtimeMessageSend((e) => require(`${__hooks}/realtime.js`).sendMessage(e))
