import { publicDir } from '../lib/public-dir'

interface ServeEvent {
  uiExtensions: { push(extension: { name: string; fs: unknown }): void }
}

/**
 * onServe: the desk as an extension of the admin screens, from the built client; none without one. PocketBase wraps the
 * folder's `main.js` into `/_/extensions.js` (apis/extensions.go of 0.40.4, experimental).
 */
export function offerDesk(e: ServeEvent): void {
  const root = publicDir()
  if (root !== undefined) e.uiExtensions.push({ name: 'shop', fs: $os.dirFS(`${root}/desk`) })
}
