routerAdd('GET', '/api/store/desk/staff', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/staff.js`).staff(e)),
)
routerAdd('POST', '/api/store/desk/staff', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/staff.js`).invite(e)),
)
routerAdd('POST', '/api/store/desk/staff/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/staff.js`).change(e)),
)
routerAdd('POST', '/api/store/desk/staff/{id}/invite', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/staff.js`).inviteAgain(e)),
)
routerAdd('GET', '/api/store/desk/log', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/staff.js`).log(e)),
)

onRecordCreateRequest(() => require(`${__hooks}/staff-accounts.js`).keepLog(), 'desk_log')
onRecordUpdateRequest(() => require(`${__hooks}/staff-accounts.js`).keepLog(), 'desk_log')
onRecordUpdate((e) => require(`${__hooks}/staff-accounts.js`).endSessions(e), 'staff')
onRecordRequestPasswordResetRequest((e) => require(`${__hooks}/staff-accounts.js`).mailToEnabled(e), 'staff')
onRecordAuthRefreshRequest(() => require(`${__hooks}/staff-accounts.js`).refuseHelper(), 'staff')
onRecordRequestEmailChangeRequest(() => require(`${__hooks}/staff-accounts.js`).refuseHelper(), 'staff')
onRecordConfirmEmailChangeRequest(() => require(`${__hooks}/staff-accounts.js`).refuseHelper(), 'staff')
onRecordRequestVerificationRequest(() => require(`${__hooks}/staff-accounts.js`).refuseHelper(), 'staff')
onRecordConfirmVerificationRequest(() => require(`${__hooks}/staff-accounts.js`).refuseHelper(), 'staff')
