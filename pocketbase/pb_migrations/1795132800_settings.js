/// <reference path="../pb_data/types.d.ts" />

/**
 * Settings of the record store itself. What differs between installations (address, mail, trusted proxy, Google sign-in)
 * is set from the environment at every start; see `pocketbase/hooks/configuration.ts`.
 */
migrate(
  (app) => {
    const settings = app.settings()
    settings.meta.appName = 'Sabun & Jhola'
    settings.meta.senderName = 'Sabun & Jhola'
    settings.meta.senderAddress = 'no-reply@example.com'
    // Merchandisers edit records; the schema changes by migration only.
    settings.meta.hideControls = true

    // Many shoppers of one mobile network share one address (CGNAT), so the limits stop floods and guessing, not crowds.
    settings.rateLimits.enabled = true
    settings.rateLimits.rules = [
      { label: '*:auth', audience: '', duration: 60, maxRequests: 60 },
      { label: 'users:create', audience: '', duration: 60, maxRequests: 60 },
      { label: 'users:requestPasswordReset', audience: '', duration: 60, maxRequests: 5 },
      { label: 'users:confirmPasswordReset', audience: '', duration: 60, maxRequests: 20 },
      { label: 'users:requestVerification', audience: '', duration: 60, maxRequests: 5 },
      { label: 'users:requestEmailChange', audience: '', duration: 60, maxRequests: 5 },
      { label: 'reviews:create', audience: '', duration: 60, maxRequests: 300 },
      { label: 'review_comments:create', audience: '', duration: 60, maxRequests: 300 },
      // One page of a shop asks for dozens of pictures; they are cached by the browser and cheap to serve.
      { label: '*:file', audience: '', duration: 10, maxRequests: 5000 },
      { label: 'POST /api/store/orders', audience: '', duration: 60, maxRequests: 600 },
      { label: 'POST /api/store/quote', audience: '', duration: 60, maxRequests: 600 },
      // Order numbers must not be guessable by trying.
      { label: 'POST /api/store/track', audience: '', duration: 60, maxRequests: 10 },
      // Each message is a mail in somebody's mailbox.
      { label: 'POST /api/store/contact', audience: '', duration: 600, maxRequests: 10 },
      // So is each request for the link that erases an account, whoever's address was signed up with.
      { label: 'POST /api/store/account/deletion', audience: '', duration: 600, maxRequests: 10 },
      { label: 'POST /api/store/webhooks/razorpay', audience: '', duration: 60, maxRequests: 1200 },
      { label: '/api/', audience: '', duration: 10, maxRequests: 1000 },
    ]

    // No header is trusted until the owner names the proxy's: a header anybody can send would let anybody choose the
    // address the limits above count by.
    settings.trustedProxy.headers = []
    settings.trustedProxy.useLeftmostIP = false

    // Warnings and errors only, a week of them, and nobody's address.
    settings.logs.minLevel = 4
    settings.logs.maxDays = 7
    settings.logs.logIP = false
    settings.logs.logAuthId = false

    settings.batch.enabled = false
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.meta.appName = 'Acme'
    settings.meta.senderName = 'Support'
    settings.meta.senderAddress = 'support@example.com'
    settings.meta.hideControls = false
    settings.rateLimits.enabled = false
    settings.rateLimits.rules = [
      { label: '*:auth', audience: '', duration: 3, maxRequests: 2 },
      { label: '*:create', audience: '', duration: 5, maxRequests: 20 },
      { label: '/api/batch', audience: '', duration: 1, maxRequests: 3 },
      { label: '/api/', audience: '', duration: 10, maxRequests: 300 },
    ]
    settings.logs.minLevel = 0
    settings.logs.maxDays = 5
    settings.logs.logIP = true
    app.save(settings)
  },
)
