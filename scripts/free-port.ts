import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what Linux, macOS and Windows give to outgoing connections and to whoever asks for any port: none of those takes one of these. */
const [FIRST, AFTER_LAST] = [20_000, 32_000]
const TRIES = 50

/** A port of 127.0.0.1 nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FIRST, AFTER_LAST)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer().on('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error('No port is free')
}
