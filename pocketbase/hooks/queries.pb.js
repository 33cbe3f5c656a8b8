// Without a collection: every one, those of later migrations too.
onRecordsListRequest((e) => require(`${__hooks}/queries.js`).refuseDetour(e))
onRealtimeSubscribeRequest((e) => require(`${__hooks}/queries.js`).refuseFilteredSubscription(e))
