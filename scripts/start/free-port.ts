import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The lanes end below what Linux, macOS and Windows give to outgoing connections and to whoever asks for any port: none
 * of those takes one of these.
 */
const FIRST = 20_000
/** Processes that start stores side by side look in lanes of their own, so that no two are told the same port. */
const [LANES, LANE_WIDTH] = [24, 500]
const lane = FIRST + (process.pid % LANES) * LANE_WIDTH
let next = randomInt(LANE_WIDTH)

/** A port of 127.0.0.1 nothing listens on at this moment. This process is not told of it a second time soon. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < LANE_WIDTH; tried++) {
    const port = lane + next
    next = (next + 1) % LANE_WIDTH
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer().on('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error('No port is free')
}
