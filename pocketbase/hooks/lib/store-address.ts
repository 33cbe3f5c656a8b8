/**
 * Where the store is reached, without a slash at the end: `STORE_URL`, else the address it listens on. Never taken from
 * a request, which can claim any address.
 */
export function storeAddress(app: PbApp): string {
  return app.settings().meta.appURL.replace(/\/+$/, '')
}
