/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the record store; empty: the page's own origin. */
  readonly VITE_POCKETBASE_URL?: string
  /** Google Tag Manager's container (`GTM-…`) or a Google tag (`G-…`); empty: none of Google's scripts. */
  readonly VITE_GTM_ID?: string
  /** Meta pixel; empty: none. */
  readonly VITE_META_PIXEL_ID?: string
  /** Public key of the page builder; without it nothing of the builder is built in. */
  readonly VITE_BUILDER_API_KEY?: string
  /** Where the page builder is, when it is a local stand-in; without a trailing slash. */
  readonly VITE_BUILDER_API_HOST?: string
  /**
   * Made by the build from `VITE_IMAGE_CDN` and `VITE_IMAGE_CDN_URL`: an address with `{file}`, `{width}` and
   * `{quality}`; empty: no image service.
   */
  readonly IMAGE_CDN_PATTERN?: string
}

interface Window {
  /**
   * Set by `src/inline/catch-up.ts`: does on the living page what was typed, chosen, ticked and pressed before its
   * code was here.
   */
  catchUp?: () => Promise<void>
  /** Settled when the page is whole (`src/inline/rest.ts`). */
  rest?: Promise<void>
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
