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

    const limit = (label, maxRequests, duration) => ({ label, audience: '', duration, maxRequests })
    const [minute, hour] = [60, 60 * 60]
    settings.rateLimits.enabled = true
    settings.rateLimits.rules = [
      // By address, before any of the store's own code runs. A family, a college or half a mobile network (CGNAT) shares one address, so these
      // stop floods, not crowds: 50 people who open the shop at once ask for about 3,000 pictures and 1,500 answers.
      limit('*:auth', 120, minute),
      limit('users:create', 60, minute),
      limit('users:requestPasswordReset', 20, minute),
      limit('users:confirmPasswordReset', 30, minute),
      limit('users:requestVerification', 20, minute),
      limit('users:requestEmailChange', 20, minute),
      limit('users:confirmEmailChange', 20, minute),
      limit('reviews:create', 300, minute),
      limit('review_comments:create', 300, minute),
      limit('review_votes:create', 600, minute),
      limit('*:file', 30000, 10),
      limit('POST /api/store/quote', 3000, minute),
      limit('POST /api/store/orders', 600, minute),
      limit('POST /api/store/track', 300, minute),
      limit('POST /api/store/contact', 60, minute),
      limit('POST /api/store/account/', 60, minute),
      limit('GET /api/store/my-data', 60, minute),
      limit('GET /api/store/my-data/', 60, minute),
      limit('POST /api/store/webhooks/razorpay', 6000, minute),
      limit('/api/', 3000, 10),

      // The store's own: pocketbase/hooks/limits.ts says what is counted. Passwords and orders are guessed: wrong ones are counted.
      limit('signin:pair', 10, 15 * minute),
      limit('signin:account', 50, 5 * minute),
      limit('signin:address', 60, 5 * minute),
      limit('signup:address', 200, hour),
      limit('mails:account', 4, hour),
      limit('deletionmails:account', 4, hour),
      limit('emailchange:account', 5, hour),
      limit('profile:account', 60, hour),
      limit('addresses:account', 60, hour),
      limit('reviews:account', 30, hour),
      limit('comments:account', 30, hour),
      limit('votes:account', 120, hour),
      limit('track:address', 30, 5 * minute),
      limit('track:order', 10, 15 * minute),
      limit('orders:address', 300, 10 * minute),
      limit('orders:shopper', 30, hour),
      // Orders of one shopper that hold pieces and wait for their payment; they run out by themselves, so the time says nothing.
      limit('orders:waiting', 5, 30 * minute),
      limit('deeds:order', 60, 10 * minute),
      limit('contact:address', 10, 10 * minute),
      // A guard of the disk; one address is held by its own.
      limit('contact:kept', 5000, hour),
      limit('contact:mailed', 60, hour),
      limit('data:account', 10, 10 * minute),
      limit('data:order', 10, 10 * minute),
      limit('deletion:account', 5, 15 * minute),
      limit('webhook:address', 60, minute),
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
