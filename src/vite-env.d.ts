/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the record store; empty: the page's own origin. */
  readonly VITE_POCKETBASE_URL?: string
  /** Google Tag Manager's container (`GTM-…`) or a Google tag (`G-…`); empty: none of Google's scripts. */
  readonly VITE_GTM_ID?: string
  /** Meta pixel; empty: none. */
  readonly VITE_META_PIXEL_ID?: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
