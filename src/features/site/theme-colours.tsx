import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DerivedTheme } from '@/domain/theme'
import { themeOptions } from './queries'
import { onThemeMode, themeMode } from './theme-mode'

/** Key of the derived colours, kept so that the next visit paints them at once. Read by the script in index.html. */
export const THEME_COLOURS_KEY = 'theme-colours'

/** Draws nothing: keeps the document's theme and colours in step with the shopper's choice, the device and the theme record. */
export function ThemeColours(): null {
  const { data, error } = useQuery(themeOptions())

  useEffect(() => {
    if (error) console.warn('Failed to load theme settings', error)
  }, [error])

  useEffect(() => {
    // No answer yet, or none to be had: the last known colours stay, and before the first visit Warm Brown.
    const colours = data === undefined ? storedColours() : data
    if (data !== undefined) storeColours(data)
    const device = window.matchMedia('(prefers-color-scheme: dark)')
    // Read when painting, not from state: during hydration state still holds the server's guess, and that would flash.
    const paint = () => {
      const mode = themeMode()
      const theme = mode === 'system' ? (device.matches ? 'dark' : 'light') : mode
      const root = document.documentElement
      root.dataset.theme = theme
      const wanted = colours?.[theme] ?? {}
      for (const name of [...root.style])
        if (name.startsWith('--') && !(name in wanted)) root.style.removeProperty(name)
      for (const [name, value] of Object.entries(wanted)) root.style.setProperty(name, value)
      const page = getComputedStyle(root).getPropertyValue('--page').trim()
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page)
    }
    paint()
    device.addEventListener('change', paint)
    const stop = onThemeMode(paint)
    return () => {
      device.removeEventListener('change', paint)
      stop()
    }
  }, [data])
  return null
}

function storedColours(): DerivedTheme | null {
  try {
    return JSON.parse(localStorage.getItem(THEME_COLOURS_KEY) ?? 'null')
  } catch {
    return null
  }
}

function storeColours(colours: DerivedTheme | null): void {
  try {
    if (colours) localStorage.setItem(THEME_COLOURS_KEY, JSON.stringify(colours))
    else localStorage.removeItem(THEME_COLOURS_KEY)
  } catch {
    // Without storage the colours arrive with the record on every visit.
  }
}
