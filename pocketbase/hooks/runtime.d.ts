/** What the payment hooks use of the record store beyond pocketbase.d.ts. */

declare const $http: {
  /** Throws when no whole answer came within `timeout` seconds. */
  send(request: {
    url: string
    method: string
    body?: string
    headers?: { [name: string]: string }
    timeout: number
  }): { statusCode: number; body: unknown }
}
declare function sleep(milliseconds: number): void

interface PbApp {
  /** Shared by all engine instances of the process; reading and then writing is not one step. */
  store(): { get(key: string): unknown; set(key: string, value: unknown): void }
}

interface PbRequestEvent {
  redirect(status: number, location: string): void
}
declare const Buffer: { from(text: string): { toString(encoding: 'base64'): string } }
