import { setupServer } from 'msw/node'

/**
 * The network of flow tests: nothing answers unless a test says so (`server.use(http.get('*\/api/…', …))`). A request
 * nobody answers fails the test that caused it. Handlers are forgotten after each test.
 */
export const server = setupServer()
