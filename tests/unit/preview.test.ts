import { describe, expect, test } from 'vitest'
import { shortMoment } from '../../src/domain/desk/day-words'
import { COLOUR_SETS, sameArrangement } from '../../src/domain/desk/look'
import {
  type Draft,
  dayAndMinute,
  differences,
  draftOf,
  momentOf,
  movedSections,
  type PreviewAnswer,
  sectionChanges,
} from '../../src/domain/desk/preview'
import { planTurn, promotionTurn } from '../../src/domain/desk/turn-words'
import { arrangementFields, arrangementOf, HOME_SECTIONS, visibleSections } from '../../src/domain/site/homepage'
import { contrast, deriveTheme } from '../../src/domain/site/theme'

const NOW = Date.parse('2026-11-24T06:00:00.000Z')
const ID = 'abcdefghijklmno'
const at = (text: string) => Date.parse(text)
const none = { begins: '', ends: '', updated: '' }
const draft = (more: Partial<Draft>): Draft => ({ kind: 'slide', id: ID, name: 'Lamps', ...none, ...more })
const answer = (more: Partial<PreviewAnswer>): PreviewAnswer => ({ drafts: [], turns: [], live: [], ...more })

describe('what differs from now', () => {
  const turns = [
    { kind: 'promotion', id: ID, name: 'Diwali', at: '2026-11-27 12:30:00.000Z', ends: false },
    { kind: 'promotion', id: ID, name: 'Diwali', at: '2026-11-29 18:29:59.999Z', ends: true },
    { kind: 'post', id: ID, name: '', at: '2026-11-28 00:00:00.000Z', ends: false },
  ] as const

  test('SEE-10 is what begins and ends until then, and nothing that does both', () => {
    const said = (time: number) => differences(answer({ turns: [...turns] }), [], time, NOW)
    expect(said(0)).toEqual([])
    expect(said(at('2026-11-27T12:29:59.999Z'))).toEqual([])
    expect(said(at('2026-11-27T12:30:00.000Z'))).toEqual(['Promotion “Diwali” has begun'])
    expect(said(at('2026-11-30T00:00:00.000Z'))).toEqual(['Post without a name has begun'])
    const running = differences(answer({ turns: [turns[1]] }), [], at('2026-11-30T00:00:00.000Z'), NOW)
    expect(running).toEqual(['Promotion “Diwali” has ended'])
  })

  test('SEE-10 is what each draft brings, and not before its date', () => {
    const said = (one: Draft, live: Draft[] = [], time = 0) =>
      differences(answer({ drafts: [one], live }), [`${one.kind}:${one.id}`], time, NOW)
    expect(said(draft({}))).toEqual(['Slide “Lamps” is there'])
    const brown = draft({ kind: 'colours', id: 'bbcdefghijklmno', name: 'Warm Brown' })
    expect(said(draft({ kind: 'colours', name: 'Indigo' }), [brown])).toEqual([
      'Colours “Indigo” instead of “Warm Brown”',
    ])
    const post = draft({ kind: 'post', begins: '2026-11-27 12:30:00.000Z' })
    expect(said(post)).toEqual(['Post “Lamps”, but not before Fri 27 Nov, 6:00 pm'])
    expect(said(post, [], at('2026-11-27T12:30:00.000Z'))).toEqual(['Post “Lamps” is there'])
    const offer = draft({ kind: 'promotion', ends: '2026-11-27 12:30:00.000Z' })
    expect(said(offer, [], at('2026-11-28T00:00:00.000Z'))).toEqual(['Not “Lamps”: it ends on Fri 27 Nov, 6:00 pm'])
    expect(differences(answer({ drafts: [draft({})] }), [], 0, NOW)).toEqual([])
  })

  test('SEE-10 names of an arrangement what moved, as few as explain it, and what is shown and hidden', () => {
    const [hero, featured, arrivals, features, best] = HOME_SECTIONS
    expect(movedSections([hero, featured, arrivals, best], [hero, best, featured, arrivals])).toEqual([best])
    expect(movedSections(HOME_SECTIONS, HOME_SECTIONS)).toEqual([])
    expect(sectionChanges([hero, featured, arrivals], [hero, features, arrivals, featured])).toEqual([
      '“Featured product” moves from second to fourth',
      '“Why Choose Us” is shown, as the second',
    ])
    expect(sectionChanges([hero, featured], [featured])).toEqual(['“Slides” is hidden'])
  })
})

describe('SEE-11 what differs by prices and codes', () => {
  const ends = '2026-11-29 18:30:00.000Z'
  const plan = (more: object = {}) => ({ name: 'Diwali', ends, percent: 10, price: 0, round_to: '' as const, ...more })

  test('is how many products cost what, until when, and that they go back', () => {
    expect(planTurn(plan(), 40, false, NOW)).toBe('“Diwali”: 40 products cost 10% less, until Sun 29 Nov, 11:59 pm')
    expect(planTurn(plan({ round_to: '9', ends: '2026-11-29 12:30:00.000Z' }), 1, false, NOW)).toBe(
      '“Diwali”: one product costs 10% less, ending in 9, until Sun 29 Nov, 6:00 pm',
    )
    expect(planTurn(plan({ percent: 0, price: 150 }), 2, false, NOW)).toMatch(/: 2 products cost ₹150\.00, until/)
    expect(planTurn(plan(), 0, false, NOW)).toBe('“Diwali” changes no price')
    expect([40, 1, 0].map((count) => planTurn(plan(), count, true, NOW))).toEqual([
      '“Diwali” has ended: 40 prices go back',
      '“Diwali” has ended: one price goes back',
      '“Diwali” has ended',
    ])
  })

  test('is what a code or an offer gives', () => {
    const offer = { name: 'Diwali', code: '', single_use: false, kind: 'percent', value: 15, ends, minimum: 0 } as const
    const goods = { products: [], categories: [], tags: [] }
    const said = (more: Partial<Parameters<typeof promotionTurn>[0]>, ended = false) =>
      promotionTurn({ ...offer, ...goods, ...more }, ended, NOW)
    expect(said({ code: 'DIWALI15', categories: ['bag'], minimum: 500 })).toBe(
      'Code DIWALI15 gives 15% off bag from ₹500.00, until Sun 29 Nov, 11:59 pm',
    )
    expect(said({ single_use: true, ends: '' })).toBe('Each code of “Diwali” gives 15% off')
    expect(said({ kind: 'gift', ends: '' })).toBe('“Diwali” gives a gift')
    expect(said({ kind: 'free_delivery', ends: '' })).toBe('“Diwali” gives free delivery')
    expect(said({ kind: '', ends: '' })).toBe('“Diwali” is announced')
    expect([said({ code: 'DIWALI15' }, true), said({}, true)]).toEqual([
      'Code DIWALI15 has ended',
      '“Diwali” has ended',
    ])
  })

  test('takes the place of a bare name, for turns and drafts', () => {
    const does = '“Diwali”: 40 products cost 10% less'
    const turns = [{ kind: 'plan', id: ID, name: 'Diwali', at: '2026-11-27 12:30:00.000Z', ends: false, does } as const]
    expect(differences(answer({ turns }), [], at('2026-11-28T00:00:00.000Z'), NOW)).toEqual([does])
    const drafts = [draft({ kind: 'plan', name: 'Diwali', begins: '2026-11-27 12:30:00.000Z', does })]
    const said = (time: number) => differences(answer({ drafts }), [`plan:${ID}`], time, NOW)
    expect(said(at('2026-11-28T00:00:00.000Z'))).toEqual([does])
    expect(said(0)).toEqual(['Price plan “Diwali”, but not before Fri 27 Nov, 6:00 pm'])
  })
})

describe('moments', () => {
  test('SEE-10 are India’s', () => {
    expect(shortMoment('2026-11-27 12:30:00.000Z', NOW)).toBe('Fri 27 Nov, 6:00 pm')
    expect(shortMoment(at('2026-12-31T18:30:00.000Z'), NOW)).toBe('Fri 1 Jan 2027, 12:00 am')
    expect(dayAndMinute(at('2026-11-30T18:30:00.000Z'))).toEqual(['2026-12-01', '00:00'])
    expect(momentOf('2026-12-01', '00:00')).toBe(at('2026-11-30T18:30:00.000Z'))
    expect(momentOf('', '00:00')).toBeNaN()
  })
})

test('SEE-03 a key names a draft of a kind that can be one, or none', () => {
  expect(draftOf(`slide:${ID}`)).toEqual({ kind: 'slide', id: ID })
  for (const key of ['', 'slide', 'users:abcdefghijklmno', 'slide:x', `slide:${ID}' OR 1`, `toString:${ID}`])
    expect(draftOf(key)).toBeUndefined()
})

describe('the look', () => {
  test('SEE-07 is read from its record as the shop reads it, and written back', () => {
    const order = [...HOME_SECTIONS].reverse()
    const arrangement = { order, hidden: [HOME_SECTIONS[2]] }
    const fields = arrangementFields(arrangement)
    expect(sameArrangement(arrangementOf(fields), arrangement)).toBe(true)
    expect(visibleSections(fields)).toEqual(order.filter((section) => section !== HOME_SECTIONS[2]))
    expect(arrangementOf({}).order).toEqual(HOME_SECTIONS)
  })

  test('SEE-07 each set of colours can be read, light and dark', () => {
    for (const { name, primary, accent } of COLOUR_SETS) {
      const { light, dark } = deriveTheme({ primary_color: primary, accent_color: accent })
      for (const [theme, page] of [[light, '#fbfaf7'] as const, [dark, '#161412'] as const]) {
        for (const ink of ['--primary-ink', '--accent-ink'])
          expect(contrast(theme[ink] ?? '', page), `${name} ${ink}`).toBeGreaterThan(4.5)
        expect(contrast(theme['--on-primary'] ?? '', theme['--primary'] ?? ''), name).toBeGreaterThan(4.5)
      }
    }
  })
})
