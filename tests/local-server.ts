import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  /** Without a slash at its end. */
  url: string
  /** Cuts what is still connected. */
  stop(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** An HTTP server of this machine alone, on a port that the system chooses. A line whose answer fails is cut. */
export async function startLocalServer(answer: Answer): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      console.error(error)
      response.destroy()
    }
  })
  // Longer than any caller keeps an idle line, so that none breaks by itself under a request.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
