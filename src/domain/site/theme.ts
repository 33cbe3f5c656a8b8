/** CSS custom properties of both themes, made from one theme_settings record (THEME-02). */
export interface DerivedTheme {
  light: Record<string, string>
  dark: Record<string, string>
}

type Mode = 'light' | 'dark'
type Triple = [number, number, number]

/** Grounds that text in a merchandiser's colour may lie on; the first of each is the page. */
const GROUNDS: Record<Mode, readonly string[]> = { light: ['#fbfaf7', '#f4f1ec'], dark: ['#161412', '#1e1b19'] }
const INK = '#1c1611'
/** WCAG 2.2 AA: text, and the edge of a control against the page. */
const TEXT_CONTRAST = 4.5
const EDGE_CONTRAST = 3
/** A primary without a dark value of its own is raised to this against the dark page. */
const DARK_CONTRAST = 6.5
/** Warm Brown, the default theme. */
export const DEFAULT_COLOURS = { primary: '#6f4326', accent: '#9a3f26' }

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const toGamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

/**
 * `#abc`, `#aabbcc`, `24 48% 29%`, `hsl(24 48% 29%)` or `hsl(24, 48%, 29%)` → sRGB channels 0 to 1; null for anything
 * else.
 */
export function parseColor(value: unknown): Triple | null {
  if (typeof value !== 'string') return null
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value.trim())?.[1]
  if (hex) {
    const pair = (index: number) =>
      hex.length === 3 ? hex.charAt(index).repeat(2) : hex.slice(index * 2, index * 2 + 2)
    return [parseInt(pair(0), 16) / 255, parseInt(pair(1), 16) / 255, parseInt(pair(2), 16) / 255]
  }
  const hsl = /^(?:hsla?\()?\s*(-?[\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%/i.exec(value.trim())
  if (!hsl) return null
  const hue = ((Number(hsl[1]) % 360) + 360) % 360
  const saturation = clamp(Number(hsl[2]) / 100)
  const lightness = clamp(Number(hsl[3]) / 100)
  if (Number.isNaN(hue + saturation + lightness)) return null
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    return clamp(lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

function rgb(value: string): Triple {
  return parseColor(value) ?? [0, 0, 0]
}

function toHex(channels: Triple): string {
  return `#${channels
    .map((channel) =>
      Math.round(clamp(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function luminance([red, green, blue]: Triple): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(rgb(first)), luminance(rgb(second))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function toOklab(channels: Triple): Triple {
  const [r, g, b] = channels.map(toLinear) as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([L, a, b]: Triple): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.map((channel) => toGamma(clamp(channel))) as Triple
}

/** The same hue, lighter or darker in OKLCH by `by`; chroma shrinks towards the ends so that it stays inside sRGB. */
function shift(value: string, by: number): string {
  const [L, a, b] = toOklab(rgb(value))
  const next = clamp(L + by)
  const room = by > 0 ? (1 - next) / (1 - L || 1) : next / L
  const keep = L ? Math.min(1, room + 0.25) : 1
  return toHex(fromOklab([next, a * keep, b * keep]))
}

/** The hue as text: moved in lightness only as far as legibility on every ground needs. */
function legible(value: string, mode: Mode): string {
  let moved = toHex(rgb(value))
  for (let step = 1; step < 70 && GROUNDS[mode].some((ground) => contrast(moved, ground) < TEXT_CONTRAST); step++) {
    moved = shift(value, (mode === 'light' ? -0.015 : 0.015) * step)
  }
  return moved
}

/** Text for a filled ground: what the record asks for when it can be read, else white, ink or black. */
function textOn(fill: string, asked: unknown): string {
  const candidates = [asked, '#ffffff', INK, '#000000']
  const found = candidates.find((color) => parseColor(color) && contrast(color as string, fill) >= TEXT_CONTRAST)
  return typeof found === 'string' ? found : '#000000'
}

function raise(value: string): string {
  let raised = toHex(rgb(value))
  const page = GROUNDS.dark[0] ?? '#000000'
  for (let step = 1; step < 70 && contrast(raised, page) < DARK_CONTRAST; step++) raised = shift(value, 0.015 * step)
  return raised
}

function tokens(
  mode: Mode,
  primaryAsked: string,
  hoverAsked: unknown,
  accentAsked: string,
  textAsked: unknown,
): Record<string, string> {
  const primary = toHex(rgb(primaryAsked))
  const onPrimary = textOn(primary, textAsked)
  // What was asked for if it can be read and told from the rest, else a shade that can: away from the text first.
  const away = luminance(rgb(onPrimary)) > 0.5 ? -1 : 1
  const shades = [mode === 'light' ? -0.06 : 0.06, away * 0.06, away * 0.12, away * -0.12, away * -0.24]
  const hover = [
    parseColor(hoverAsked) ? toHex(rgb(hoverAsked as string)) : primary,
    ...shades.map((by) => shift(primary, by)),
  ].find((color) => contrast(onPrimary, color) >= TEXT_CONTRAST && contrast(primary, color) >= 1.08)
  const visible = GROUNDS[mode].every((ground) => contrast(primary, ground) >= EDGE_CONTRAST)
  return {
    '--primary': primary,
    '--primary-hover': hover ?? primary,
    '--on-primary': onPrimary,
    '--primary-ink': legible(primary, mode),
    '--primary-edge': visible ? 'transparent' : legible(primary, mode),
    '--accent': toHex(rgb(accentAsked)),
    '--accent-ink': legible(accentAsked, mode),
  }
}

const firstColor = (...values: unknown[]) => values.find((value): value is string => parseColor(value) !== null)

/**
 * A theme_settings record → the colours of both themes. The record's colours fill controls untouched; wherever they
 * carry or are text they are moved as far as WCAG AA asks, so that no choice of colour makes the shop unreadable.
 * Junk falls back to Warm Brown. `--photo-*` are always the light ones: photographs stay light in both themes.
 */
export function deriveTheme(record: Record<string, unknown>): DerivedTheme {
  const primary = firstColor(record.primary_color, record.primary_color_hsl) ?? DEFAULT_COLOURS.primary
  const accent = firstColor(record.accent_color, record.accent_color_hsl) ?? DEFAULT_COLOURS.accent
  const darkPrimary = firstColor(record.dark_mode_primary_color_hsl) ?? raise(primary)
  const darkAccent = firstColor(record.dark_mode_accent_color_hsl) ?? raise(accent)
  const light = tokens('light', primary, record.primary_color_hover, accent, record.text_on_primary)
  const photo = {
    '--photo-primary': light['--primary'] ?? '',
    '--photo-hover': light['--primary-hover'] ?? '',
    '--photo-on-primary': light['--on-primary'] ?? '',
  }
  return { light: { ...light, ...photo }, dark: { ...tokens('dark', darkPrimary, null, darkAccent, null), ...photo } }
}
