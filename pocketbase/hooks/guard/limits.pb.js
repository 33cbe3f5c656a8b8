onRecordAuthWithPasswordRequest((e) => require(`${__hooks}/rate-limits.js`).guardSignIn(e))
onRecordConfirmPasswordResetRequest((e) => require(`${__hooks}/rate-limits.js`).forgiveSignIn(e))
onRecordRequestEmailChangeRequest((e) => require(`${__hooks}/rate-limits.js`).guardEmailChange(e))
onMailerRecordPasswordResetSend((e) => require(`${__hooks}/rate-limits.js`).guardMail(e))
onMailerRecordVerificationSend((e) => require(`${__hooks}/rate-limits.js`).guardMail(e))
onMailerRecordEmailChangeSend((e) => require(`${__hooks}/rate-limits.js`).guardMail(e))
onMailerRecordAuthAlertSend((e) => require(`${__hooks}/rate-limits.js`).guardAlert(e), 'users')

onRecordCreateRequest(
  (e) => require(`${__hooks}/rate-limits.js`).guardWriting(e),
  'users',
  'addresses',
  'reviews',
  'review_comments',
  'review_votes',
)
onRecordUpdateRequest(
  (e) => require(`${__hooks}/rate-limits.js`).guardWriting(e),
  'users',
  'addresses',
  'reviews',
  'review_comments',
)
