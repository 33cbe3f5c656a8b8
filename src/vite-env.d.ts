/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the record store; empty: the page's own origin. */
  readonly VITE_POCKETBASE_URL?: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
