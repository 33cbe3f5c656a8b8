routerAdd(
  'POST',
  '/.live/tell',
  (e) => require(`${__hooks}/live-pages.js`).tell(e, () => require(`${__hooks}/static.js`).drawNews()),
  $apis.skipSuccessActivityLog(),
)

cronAdd('store-live', '* * * * *', () => require(`${__hooks}/live-pages.js`).tellByClock($app))

// This file's name comes before pages.pb.js, so pages have noted what changed before anybody is told.
const told = require(`${__hooks}/live-pages.js`).TOLD
const tellOpenPages = (e) => {
  e.next()
  require(`${__hooks}/live-pages.js`).recordSaved(e)
}
onRecordAfterCreateSuccess(tellOpenPages, ...told)
onRecordAfterUpdateSuccess(tellOpenPages, ...told)
onRecordAfterDeleteSuccess(tellOpenPages, ...told)
