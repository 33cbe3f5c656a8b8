onRecordConfirmVerificationRequest((e) => require(`${__hooks}/proof.js`).confirmByHolder(e), 'users')
onRecordConfirmPasswordResetRequest((e) => require(`${__hooks}/proof.js`).takeOverByMail(e), 'users')
onRecordAuthWithOAuth2Request((e) => require(`${__hooks}/proof.js`).takeOverByProvider(e), 'users')
onRecordUpdateExecute((e) => require(`${__hooks}/proof.js`).wipeUnproven(e), 'users')

onRecordUpdateExecute((e) => require(`${__hooks}/accounts.js`).takeMessagesAlong(e), 'users')
onRecordValidate((e) => require(`${__hooks}/accounts.js`).lowerEmail(e), 'users', 'staff')
onRecordAuthWithPasswordRequest((e) => require(`${__hooks}/accounts.js`).signInLower(e), 'users', 'staff')
