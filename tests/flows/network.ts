import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { stateOfPincode } from '../../src/domain/account/pincode'

/**
 * The network of flow tests: nothing answers unless a test says so (`server.use(http.get('*\/api/…', …))`). A request
 * nobody answers fails the test that caused it. Handlers are forgotten after each test.
 * One is not: a PIN code is asked about wherever an address is typed, and the shop has no directory.
 */
export const server = setupServer(
  http.get('*/api/store/pin/:pincode', ({ params: { pincode } }) =>
    HttpResponse.json({ pincode, state: stateOfPincode(String(pincode)) ?? '', district: '', office: '', known: null }),
  ),
)
