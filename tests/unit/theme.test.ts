import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, deriveTheme, parseColor } from '../../src/domain/site/theme'

/** The colours the stylesheet has of its own; what a theme's record changes lies on them or carries them. */
const SHEET = readFileSync(new URL('../../src/tokens.css', import.meta.url), 'utf8')
function tokensOf(selector: string): Record<string, string> {
  const [, block = ''] = SHEET.split(`\n${selector} {\n`)
  return Object.fromEntries(
    [...(block.split('\n}')[0] ?? '').matchAll(/(--[\w-]+): (#[0-9a-f]{6})\b/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
}
const LIGHT = tokensOf(':root')
const OWN = { light: LIGHT, dark: { ...LIGHT, ...tokensOf(':root[data-theme="dark"]') } }

/** `color-mix(in oklab, first share, second)`, as hex. */
function mix(first: string, share: number, second: string): string {
  const toLab = (color: string) => {
    const [r, g, b] = (parseColor(color) ?? [0, 0, 0]).map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number]
    const [l, m, s] = [
      0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
      0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
      0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    ].map(Math.cbrt) as [number, number, number]
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ] as const
  }
  const [one, other] = [toLab(first), toLab(second)]
  const [L, a, b] = one.map((value, index) => share * value + (1 - share) * (other[index] ?? 0)) as [
    number,
    number,
    number,
  ]
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return `#${[
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
    .map((c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055))
    .map((c) =>
      Math.round(255 * Math.min(1, Math.max(0, c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/**
 * What the stylesheet's classes put on what, and the contrast that WCAG 2.2 AA asks of it: 4.5 of words, 3 of a
 * control and its state.
 */
function pairs(
  mode: 'light' | 'dark',
  derived: Record<string, string>,
): [front: string, ground: string, least: number][] {
  const all: Record<string, string> = { ...OWN[mode], ...derived }
  const of = (name: string) => all[`--${name}`] ?? ''
  const soft = mix(of('primary'), 0.06, of('page'))
  const edge = of('primary-edge') === 'transparent' ? of('primary') : of('primary-edge')
  const grounds = ['page', 'surface', 'sunken'].map(of)
  return [
    [of('on-primary'), of('primary'), 4.5],
    [of('on-primary'), of('primary-hover'), 4.5],
    [of('photo-on-primary'), of('photo-primary'), 4.5],
    [of('photo-on-primary'), of('photo-hover'), 4.5],
    ...grounds.flatMap((ground): [string, string, number][] => [
      [of('primary-ink'), ground, 4.5],
      [of('accent-ink'), ground, 4.5],
      [edge, ground, 3],
      // The ring of the keyboard.
      [of('ink'), ground, 3],
    ]),
    // The chosen row of a group, and the dot that says so.
    [of('primary-ink'), soft, 3],
    ...['ink', 'ink-2', 'ink-3', 'danger'].map((name): [string, string, number] => [of(name), soft, 4.5]),
  ]
}

/** Everything that is too hard to read or see in the shop of this record. */
function tooFaint(record: Record<string, unknown>): string[] {
  const theme = deriveTheme(record)
  return (['light', 'dark'] as const).flatMap((mode) =>
    pairs(mode, theme[mode])
      .filter(
        ([front, ground, least]) => !(parseColor(front) && parseColor(ground) && contrast(front, ground) >= least),
      )
      .map(
        ([front, ground, least]) =>
          `${mode}: ${front} on ${ground} is ${contrast(front, ground).toFixed(2)}, not ${least}`,
      ),
  )
}
const WARM_BROWN = {
  primary_color: '#6f4326',
  primary_color_hover: '#5a351d',
  text_on_primary: '#ffffff',
  accent_color: '#9a3f26',
  dark_mode_primary_color_hsl: '28 48% 64%',
  dark_mode_accent_color_hsl: '15 68% 70%',
}

describe('theme', () => {
  test('THEME-02 the default theme is Warm Brown, as the record says it', () => {
    const theme = deriveTheme(WARM_BROWN)
    expect(theme.light).toMatchObject({
      '--primary': '#6f4326',
      '--primary-hover': '#5a351d',
      '--on-primary': '#ffffff',
      '--accent-ink': '#9a3f26',
    })
    expect(deriveTheme({}).light).toMatchObject({ '--primary': '#6f4326', '--accent': '#9a3f26' })
    expect(deriveTheme({ primary_color: 'javascript:x', accent_color: '#12345' })).toEqual(deriveTheme({}))
  })

  test('THEME-02 the sheet itself can be read, and its colours are found', () => {
    expect(Object.keys(OWN.dark)).toEqual(
      expect.arrayContaining(['--page', '--surface', '--sunken', '--ink', '--danger']),
    )
    expect(OWN.dark['--page']).not.toBe(OWN.light['--page'])
    expect(tooFaint({})).toEqual([])
    expect(tooFaint(WARM_BROWN)).toEqual([])
  })

  test('THEME-02 whatever colour is picked, text stays readable and controls stay visible', () => {
    const channels = ['00', '33', '66', '99', 'cc', 'ff']
    const colors = channels.flatMap((r) => channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)))
    const faint = colors.flatMap((color) =>
      tooFaint({ primary_color: color, accent_color: color, text_on_primary: color, primary_color_hover: color }),
    )
    expect(faint).toEqual([])
  })

  test('THEME-02 and whatever palette is put together, to the last field', () => {
    const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    // What people pick, what lies next to the shop's own greys, and what is no colour.
    const likely = fc.constantFrom(
      '#ffff00',
      '#ffffff',
      '#000000',
      '#fbfaf7',
      '#f4f1ec',
      '#161412',
      '#1e1b19',
      '#777777',
      '#fefefe',
      '#ff0',
      'red',
      '',
      null,
    )
    const hsl = fc.tuple(fc.nat(360), fc.nat(100), fc.nat(100)).map(([h, s, l]) => `${h} ${s}% ${l}%`)
    const color = fc.oneof(hex, likely, hsl)
    const palette = fc.record({
      primary_color: color,
      primary_color_hsl: color,
      primary_color_hover: color,
      text_on_primary: color,
      accent_color: color,
      accent_color_hsl: color,
      dark_mode_primary_color_hsl: color,
      dark_mode_accent_color_hsl: color,
    })
    fc.assert(
      fc.property(palette, (record) => {
        expect(tooFaint(record)).toEqual([])
      }),
      { numRuns: 300, seed: 20 },
    )
  })

  test('THEME-02 reads hex and hsl, refuses everything else', () => {
    expect(parseColor('#fff')).toEqual([1, 1, 1])
    expect(parseColor('0 0% 0%')).toEqual([0, 0, 0])
    expect(parseColor('hsl(0, 100%, 50%)')).toEqual([1, 0, 0])
    for (const junk of ['', 'red', '#ggg', 'url(x)', 5, null, '1 2 3']) expect(parseColor(junk)).toBeNull()
  })
})
