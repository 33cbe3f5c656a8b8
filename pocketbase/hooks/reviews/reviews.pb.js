onRecordCreateRequest(
  (e) => require(`${__hooks}/reviews.js`).forceAuthor(e),
  'reviews',
  'review_comments',
  'review_votes',
)
onRecordUpdateRequest((e) => require(`${__hooks}/reviews.js`).keepAuthor(e), 'reviews', 'review_comments')

onRecordValidate((e) => require(`${__hooks}/reviews.js`).checkWords(e), 'reviews', 'review_comments', 'review_votes')

onRecordCreateExecute((e) => require(`${__hooks}/reviews.js`).recountReviews(e), 'reviews')
onRecordUpdateExecute((e) => require(`${__hooks}/reviews.js`).recountReviews(e), 'reviews')
onRecordDeleteExecute((e) => require(`${__hooks}/reviews.js`).recountReviews(e), 'reviews')

onRecordCreateExecute((e) => require(`${__hooks}/reviews.js`).recountVote(e), 'review_votes')
onRecordDeleteExecute((e) => require(`${__hooks}/reviews.js`).recountVote(e), 'review_votes')

onRecordUpdateExecute((e) => require(`${__hooks}/reviews.js`).updateVerified(e), 'orders')
onRecordCreateExecute((e) => require(`${__hooks}/reviews.js`).updateGivenBack(e), 'refunds')
onRecordUpdateExecute((e) => require(`${__hooks}/reviews.js`).updateGivenBack(e), 'refunds')
onRecordUpdateExecute((e) => require(`${__hooks}/reviews.js`).weighVotes(e), 'users')

// From nine in the morning in India; again later in the day, for a machine that was off then.
cronAdd('store-reviews', '30 3-14 * * *', () => require(`${__hooks}/waiting-reviews.js`).tellOfWaiting($app))
