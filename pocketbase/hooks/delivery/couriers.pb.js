routerAdd('POST', '/api/store/webhooks/courier', (e) => require(`${__hooks}/courier-webhook.js`).takeNews(e))

cronAdd('store-couriers', '* * * * *', () => require(`${__hooks}/bookings.js`).finishBookings($app))

onRecordCreateRequest(() => require(`${__hooks}/bookings.js`).refuseByHand(), 'bookings')
onRecordUpdateRequest(() => require(`${__hooks}/bookings.js`).refuseByHand(), 'bookings')
