onModelAfterCreateError((e) => require(`${__hooks}/disk.js`).sayNoRoom(e))
onModelAfterUpdateError((e) => require(`${__hooks}/disk.js`).sayNoRoom(e))
onModelAfterDeleteError((e) => require(`${__hooks}/disk.js`).sayNoRoom(e))
