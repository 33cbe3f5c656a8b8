import { useSyncExternalStore } from 'react'
import { THEME_MODE_KEY } from '@/lib/before-code'

const THEME_MODES = ['light', 'dark', 'system'] as const
export type ThemeMode = (typeof THEME_MODES)[number]

const listeners = new Set<() => void>()
/** Holds the choice where storage is refused. */
let unstored: ThemeMode | undefined

/** The shopper's choice as it stands. Browser only. */
export function themeMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(THEME_MODE_KEY)
    return THEME_MODES.find((mode) => mode === stored) ?? unstored ?? 'system'
  } catch {
    return unstored ?? 'system'
  }
}

/** Calls back when the choice changes, here or in another tab. Returns the undoing. */
export function onThemeMode(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === THEME_MODE_KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}

/** The shopper's choice; `system` on the server and during hydration. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(onThemeMode, themeMode, () => 'system')
}

/** Keeps the choice and shows it at once (THEME-01). */
export function chooseThemeMode(mode: ThemeMode): void {
  unstored = mode
  try {
    localStorage.setItem(THEME_MODE_KEY, mode)
  } catch {
    // Kept for this visit only.
  }
  for (const listener of listeners) listener()
}
