import { useSyncExternalStore } from 'react'
import { storedJson } from './stored-json'

/** Chromium's; other browsers have a menu of their own for it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallEvent | undefined
const listeners = new Set<() => void>()
/** Said once: nobody is asked again. */
const refused = storedJson('install-refused')

function set(next: InstallEvent | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the shop, for a page that makes it (OFF-09). */
export function watchInstall(): () => void {
  const heard = (event: Event) => {
    // Not now, in the middle of looking at something.
    event.preventDefault()
    set(event as InstallEvent)
  }
  const installed = () => set(undefined)
  window.addEventListener('beforeinstallprompt', heard)
  window.addEventListener('appinstalled', installed)
  return () => {
    window.removeEventListener('beforeinstallprompt', heard)
    window.removeEventListener('appinstalled', installed)
  }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Whether the shop can be installed here, and nobody has said no to it. */
export const useInstallable = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offer !== undefined && refused.read() === undefined,
    () => false,
  )

export function install(): void {
  const asked = offer
  set(undefined)
  void asked?.prompt().catch(() => undefined)
}

export function refuseInstall(): void {
  refused.write(1)
  set(undefined)
}
