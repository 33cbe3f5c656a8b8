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
  store(): {
    get(key: string): unknown
    set(key: string, value: unknown): void
    /** Sets what `change` makes of the stored value (null when there is none) in one step; the store is locked meanwhile. */
    setFunc(key: string, change: (stored: unknown) => unknown): void
    getOrSet(key: string, make: () => unknown): unknown
    remove(key: string): void
    keys(): string[]
    length(): number
  }
}

interface PbRequestEvent {
  redirect(status: number, location: string): void
}
declare const Buffer: {
  from(text: string): { toString(encoding: 'base64'): string }
  /** A copy of a Go byte slice in the engine's own memory. */
  from(bytes: { readonly length: number; readonly [position: number]: number }): Uint8Array
}
