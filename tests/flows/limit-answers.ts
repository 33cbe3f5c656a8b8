/** What the real server answers when a limit is reached; tests/backend/limits.test.ts holds it to this. */

/** PocketBase's own limits, by address and path. */
export const TOO_MANY_REQUESTS = { data: {}, message: 'Too Many Requests.', status: 429 }

/** The store's own: with when to come back. */
export const tooManyTries = (message: string, retry_after: number) => ({
  status: 429,
  message,
  data: { code: 'too_many_tries', retry_after },
})
