import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DerivedTheme } from '@/domain/site/theme'
import { THEME_COLOURS_KEY } from '@/lib/before-code'
import { storedJson } from '@/lib/stored-json'
import { themeOptions } from './queries'
import { onThemeMode, themeMode } from './theme-mode'

/** Without storage the colours arrive with the record on every visit. */
const colourStore = storedJson(THEME_COLOURS_KEY)

/**
 * Draws nothing: keeps the document's theme and colours in step with the shopper's choice, the device and the theme
 * record.
 */
export function ThemeColours(): null {
  const { data, error } = useQuery(themeOptions())

  useEffect(() => {
    if (error) console.warn('Failed to load theme settings', error)
  }, [error])

  useEffect(() => {
    // No answer yet, or none to be had: the last known colours stay, and before the first visit Warm Brown.
    const colours = data === undefined ? (colourStore.read() as DerivedTheme | null | undefined) : data
    if (data) colourStore.write(data)
    else if (data === null) colourStore.forget()
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
