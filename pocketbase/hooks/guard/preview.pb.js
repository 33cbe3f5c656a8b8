// Nothing is saved in a preview and no mail goes out: what lists and the store's own routes do not ask for themselves
// (queries.pb.js has saves and signing in).
onRecordDeleteRequest((e) => require(`${__hooks}/preview.js`).guardPreview(e))
onRecordRequestPasswordResetRequest((e) => require(`${__hooks}/preview.js`).guardPreview(e))
onRecordRequestVerificationRequest((e) => require(`${__hooks}/preview.js`).guardPreview(e))
onRecordRequestOTPRequest((e) => require(`${__hooks}/preview.js`).guardPreview(e))
