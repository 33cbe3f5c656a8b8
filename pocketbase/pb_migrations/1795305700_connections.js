/// <reference path="../pb_data/types.d.ts" />

/** Rate limits of realtime connections; pocketbase/hooks/realtime.ts says what `realtime:address` counts. */
const LIMITS = [
  // By address, before any of the store's own code runs. A visible tab that follows an order connects again every five minutes.
  { label: 'GET /api/realtime', audience: '', duration: 300, maxRequests: 600 },
  { label: 'POST /api/realtime', audience: '', duration: 60, maxRequests: 600 },
  // Connections of one address at a time, so the time says nothing.
  { label: 'realtime:address', audience: '', duration: 60, maxRequests: 60 },
]

migrate(
  (app) => {
    const settings = app.settings()
    const kept = Array.from(settings.rateLimits.rules)
    const missing = LIMITS.filter(({ label }) => !kept.some((rule) => rule.label === label))
    settings.rateLimits.rules = [...kept, ...missing]
    // What one line of the log may hold, bytes: addresses and names of browsers are chosen by strangers.
    settings.logs.maxDataSize = 4096
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = Array.from(settings.rateLimits.rules).filter(
      (rule) => !LIMITS.some(({ label }) => label === rule.label),
    )
    settings.logs.maxDataSize = 0
    app.save(settings)
  },
)
