const shops = ['products', 'slider_images', 'posts', 'assets']

onFileDownloadRequest((e) => require(`${__hooks}/pictures.js`).serveVariant(e), ...shops)

onRecordAfterCreateSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/pictures.js`).followRecord(e)
  },
  ...shops,
)
onRecordAfterUpdateSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/pictures.js`).followRecord(e)
  },
  ...shops,
)
onRecordAfterDeleteSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/pictures.js`).forgetRecord(e)
  },
  ...shops,
)

// For the helper of `npm start` alone (scripts/pictures.mjs), which knows the key both were started with.
routerAdd(
  'POST',
  '/.pictures/waiting',
  (e) => require(`${__hooks}/pictures.js`).tellWaiting(e),
  $apis.skipSuccessActivityLog(),
)
routerAdd(
  'POST',
  '/.pictures/next',
  (e) => require(`${__hooks}/pictures.js`).giveNext(e),
  $apis.skipSuccessActivityLog(),
)
routerAdd(
  'POST',
  '/.pictures/made',
  (e) => require(`${__hooks}/pictures.js`).keepVariants(e),
  $apis.skipSuccessActivityLog(),
)
routerAdd('POST', '/.pictures/failed', (e) => require(`${__hooks}/pictures.js`).giveUp(e))
