import { describe, expect, test } from 'vitest'
import { contrast, deriveTheme, parseColor } from '../../src/domain/theme'

const GROUNDS = { light: ['#fbfaf7', '#f4f1ec'], dark: ['#161412', '#1e1b19'] } as const
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

  test('THEME-02 whatever colour is picked, text stays readable and controls stay visible', () => {
    const channels = ['00', '33', '66', '99', 'cc', 'ff']
    for (const r of channels) {
      for (const g of channels) {
        for (const b of channels) {
          const color = `#${r}${g}${b}`
          const theme = deriveTheme({ primary_color: color, accent_color: color, text_on_primary: color })
          for (const mode of ['light', 'dark'] as const) {
            const tokens = theme[mode]
            const of = (name: string) => tokens[name] ?? ''
            expect(contrast(of('--on-primary'), of('--primary'))).toBeGreaterThanOrEqual(4.5)
            expect(contrast(of('--on-primary'), of('--primary-hover'))).toBeGreaterThanOrEqual(4.5)
            for (const ground of GROUNDS[mode]) {
              expect(contrast(of('--primary-ink'), ground)).toBeGreaterThanOrEqual(4.5)
              expect(contrast(of('--accent-ink'), ground)).toBeGreaterThanOrEqual(4.5)
              const edge = of('--primary-edge') === 'transparent' ? of('--primary') : of('--primary-edge')
              expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
            }
          }
        }
      }
    }
  })

  test('THEME-02 reads hex and hsl, refuses everything else', () => {
    expect(parseColor('#fff')).toEqual([1, 1, 1])
    expect(parseColor('0 0% 0%')).toEqual([0, 0, 0])
    expect(parseColor('hsl(0, 100%, 50%)')).toEqual([1, 0, 0])
    for (const junk of ['', 'red', '#ggg', 'url(x)', 5, null, '1 2 3']) expect(parseColor(junk)).toBeNull()
  })
})
