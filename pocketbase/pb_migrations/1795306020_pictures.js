/// <reference path="../pb_data/types.d.ts" />

/** Pictures one account may add in a day, and messages of one address that are mailed to the shop in an hour. */
const LIMITS = [
  { label: 'pictures:account', audience: '', maxRequests: 24, duration: 24 * 60 * 60 },
  { label: 'contact:mailedaddress', audience: '', maxRequests: 3, duration: 60 * 60 },
]
migrate(
  (app) => {
    const settings = app.settings()
    const missing = LIMITS.filter(({ label }) => !settings.rateLimits.rules.some((rule) => rule.label === label))
    settings.rateLimits.rules = [...settings.rateLimits.rules, ...missing]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    const ours = LIMITS.map(({ label }) => label)
    settings.rateLimits.rules = settings.rateLimits.rules.filter(({ label }) => !ours.includes(label))
    app.save(settings)
  },
)
