const shops = ['products', 'slider_images', 'posts', 'assets', 'makers']

onFileDownloadRequest((e) => require(`${__hooks}/picture-serving.js`).serveVariant(e), ...shops)

const queueSaved = (e) => {
  e.next()
  require(`${__hooks}/picture-queue.js`).queuePictures(e)
}
onRecordAfterCreateSuccess(queueSaved, ...shops)
onRecordAfterUpdateSuccess(queueSaved, ...shops)
onRecordAfterDeleteSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/picture-queue.js`).forgetRecord(e)
  },
  ...shops,
)

// For the helper of `npm start` alone (scripts/start/pictures.mjs), which knows the key both were started with.
routerAdd(
  'POST',
  '/.pictures/waiting',
  (e) => require(`${__hooks}/picture-queue.js`).tellWaiting(e),
  $apis.skipSuccessActivityLog(),
)
routerAdd(
  'POST',
  '/.pictures/next',
  (e) => require(`${__hooks}/picture-queue.js`).giveNext(e),
  $apis.skipSuccessActivityLog(),
)
routerAdd(
  'POST',
  '/.pictures/made',
  (e) => require(`${__hooks}/picture-queue.js`).storeVariants(e),
  $apis.skipSuccessActivityLog(),
)
routerAdd('POST', '/.pictures/failed', (e) => require(`${__hooks}/picture-queue.js`).giveUp(e))
