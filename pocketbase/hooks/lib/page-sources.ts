/** Scripts of the build import this file: the record store's environment alone is used. */
declare const $os: { getenv(name: string): string }

export type Directive = 'script' | 'connect' | 'img' | 'media' | 'font' | 'frame' | 'form'
/** What pages may load from, send to and show of others, by directive. */
export type Sources = Partial<Record<Directive, readonly string[]>>

/** What a page needs of a payment provider's window; nothing without a key. */
export interface ProviderPage {
  /** Of the provider, and of what stands in for it. */
  sources(): Sources[]
  /** Origins that may use the browser's own way to pay (Permissions-Policy `payment`). */
  frames(): readonly string[]
}

function originOf(url: string): string | undefined {
  return /^https?:\/\/[^/?#\s;,'"]+/i.exec(url)?.[0]
}

/** Origins of the addresses in these variables; a variable may hold several, separated by blanks. */
export function configuredOrigins(...names: string[]): string[] {
  return names
    .flatMap((name) => $os.getenv(name).split(/\s+/))
    .map(originOf)
    .filter((origin) => origin !== undefined)
}
