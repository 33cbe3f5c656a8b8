import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../src/language/catalogue'
import { LANGUAGES, type Language, languageAsked } from '../../src/language/choice'
import { hi } from '../../src/language/hi'
import { rich } from '../../src/language/rich'
import { ownWords, setLanguage, t, tn, translate } from '../../src/language/text'
import { languageOfText, textLanguage } from '../../src/language/text-language'
import { createTranslator } from '../../src/language/translator'

const speakHindi = () => setLanguage('hi', createTranslator(hi))
afterEach(() => setLanguage('en'))

describe('LANG-01 the language of a page', () => {
  test.each([
    ['', '', 'en'],
    ['', 'hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['', 'en-IN,en;q=0.9,hi;q=0.8', 'en'],
    ['', 'ta-IN,ta;q=0.9,hi;q=0.8,en;q=0.7', 'hi'],
    ['', 'en;q=0.5, hi;q=0.7', 'hi'],
    ['', 'hi;q=0, en;q=0.1', 'en'],
    ['', 'HI', 'hi'],
    ['', '*', 'en'],
    ['language=hi', 'en-IN', 'hi'],
    ['a=b; language=en; c=d', 'hi-IN', 'en'],
    ['language=constructor', 'hi', 'hi'],
    ['mylanguage=hi', 'en', 'en'],
    ['', ','.repeat(5000), 'en'],
  ])('cookies "%s" and languages "%s" → %s', (cookies, accepted, language) => {
    expect(languageAsked(cookies, accepted)).toBe(language)
  })
})

describe('sentences', () => {
  test('LANG-04 are the English itself where no other language is spoken', () => {
    expect(t('All Products')).toBe('All Products')
    expect(t('© {name}. All rights reserved.', { name: '$& {name}' })).toBe('© $& {name}. All rights reserved.')
    expect(translate('No catalogue has this')).toBe('No catalogue has this')
  })

  test('LANG-04 are in the language of the page, with their names filled in', () => {
    speakHindi()
    expect(t('All Products')).toBe('सभी प्रोडक्ट')
    expect(t('© {name}. All rights reserved.', { name: '$& {name}' })).toBe('© $& {name}. सर्वाधिकार सुरक्षित।')
  })

  test('LANG-04 say whole numbers in groups, as prices are', () => {
    expect(tn(123_456, '{count} product', '{count} products')).toBe('1,23,456 products')
    expect(t('{rating} out of 5', { rating: 4.5 })).toBe('4.5 out of 5')
    expect(t('Order {number}', { number: '2026' })).toBe('Order 2026')
  })

  test('LANG-05 that were filled in elsewhere are known again', () => {
    speakHindi()
    expect(translate('All Products')).toBe('सभी प्रोडक्ट')
    expect(translate('© Sabun & Jhola. All rights reserved.')).toBe('© Sabun & Jhola. सर्वाधिकार सुरक्षित।')
    for (const text of ['', 'constructor', '__proto__', 'No catalogue has this', 'Box of four']) {
      expect(translate(text)).toBe(text)
    }
    expect(translate('This offer ended on 1 November 2026, 5:30 am.')).toBe(
      'यह ऑफ़र 1 नवंबर 2026, 5:30 am को खत्म हो गया।',
    )
  })

  test('WORDS-07 the demo’s own words are said in Hindi, another shop’s stay as they are', () => {
    speakHindi()
    const { store_settings, promises, testimonials } = JSON.parse(readFileSync('pocketbase/seed/shop.json', 'utf8'))
    const words = [
      store_settings.footer_mission,
      ...promises.flatMap(({ title, text }: Record<string, string>) => [title, text]),
      ...testimonials.flatMap(({ location, text }: Record<string, string>) => [location, text]),
    ]
    expect(words).toHaveLength(13)
    for (const text of words) expect(ownWords(text), text).toMatch(/[\u0900-\u097f]/)
    for (const text of ['Amma Soaps removed', 'Box of four', 'constructor', '', 'साबुन'])
      expect(ownWords(text)).toBe(text)
  })

  test('LANG-04 hold elements', () => {
    speakHindi()
    const name = createElement('b', null, 'A')
    const drawn = renderToStaticMarkup(createElement('p', null, rich('© {name}. All rights reserved.', { name })))
    expect(drawn).toBe('<p>© <b>A</b>. सर्वाधिकार सुरक्षित।</p>')
  })

  test('LANG-04 go by a number as the language does', () => {
    const unread = (count: number) =>
      tn(count, '{count} entry of the link could not be read.', '{count} entries of the link could not be read.')
    expect([0, 1, 2].map(unread)).toEqual([
      '0 entries of the link could not be read.',
      '1 entry of the link could not be read.',
      '2 entries of the link could not be read.',
    ])
    speakHindi()
    expect([0, 1, 2].map(unread)).toEqual([
      'लिंक का 0 आइटम पढ़ा नहीं जा सका।',
      'लिंक का 1 आइटम पढ़ा नहीं जा सका।',
      'लिंक के 2 आइटम पढ़े नहीं जा सके।',
    ])
  })
})

test('LANG-03 Hindi has one word for one thing, and puts the name of a button in quotes', () => {
  const said = Object.entries(hi).flatMap(([english, hindi]) =>
    [hindi].flat().map((text) => ({ english, text: String(text) })),
  )
  const saying = (word: RegExp) => said.filter(({ text }) => word.test(text)).map(({ english }) => english)
  // कन्फ़र्म, ईमेल, एमआरपी.
  for (const other of [/पुष्टि/, /(?<!ई)मेल/, /MRP/]) expect(saying(other), String(other)).toEqual([])
  const pressed = said.filter(({ english }) => english.includes('Press Place order'))
  expect(pressed.length).toBeGreaterThan(3)
  for (const { text } of pressed) expect(text).toContain(`‘${hi['Place order']}’`)
})

test('LANG-04 one piece that is left is no several pieces in Hindi', () => {
  speakHindi()
  expect([1, 3].map((count) => t('{count} left', { count }))).toEqual(['सिर्फ़ 1 बाकी', 'सिर्फ़ 3 बाकी'])
})

test("LANG-06 a text that somebody has written says its language where it is not the page's", () => {
  const languages = () => ['नीम साबुन', 'Neem & Tulsi Soap'].map(textLanguage)
  expect(languages()).toEqual(['hi', undefined])
  speakHindi()
  expect(languages()).toEqual([undefined, 'en-IN'])
})

/** Of each language but English. */
const CATALOGUES: { readonly [code in Exclude<Language, 'en'>]: Catalogue } = { hi }
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test('LANG-06 a language with the letters of another is not taken for it on its own page', () => {
  const devanagari = { letters: /[\u0900-\u097f]/, script: 'Deva' }
  const languages = {
    en: { letters: undefined, script: 'Latn' },
    hi: devanagari,
    mr: devanagari,
    ta: { letters: /[\u0b80-\u0bff]/, script: 'Taml' },
  }
  const read = (text: string, page: keyof typeof languages) => languageOfText(text, page, languages)
  expect((['mr', 'hi', 'en', 'ta'] as const).map((page) => read('कडुनिंब साबण', page))).toEqual([
    'mr',
    'hi',
    'und-Deva',
    'und-Deva',
  ])
  expect(read('வேம்பு சோப்பு', 'mr')).toBe('ta')
  expect(read('Neem soap', 'mr')).toBe('en')
})

test.each(Object.entries(CATALOGUES))(
  'LANG-03 every sentence is there in %s, with the names of its English',
  (code, catalogue) => {
    const { letters } = LANGUAGES[code as 'hi']
    const { '': head, ...sentences } = catalogue
    const said = Object.entries<string | readonly string[]>(sentences)
    expect(said.length).toBeGreaterThan(10)
    const wrong = said.filter(([key, forms]) =>
      [forms].flat().some((form) => !letters.test(form) || namesIn(form).join() !== namesIn(key).join()),
    )
    expect(wrong).toEqual([])
    const plurals = Number(/nplurals=(\d)/.exec(head.plural_forms)?.[1])
    expect(said.filter(([, forms]) => Array.isArray(forms) && forms.length !== plurals)).toEqual([])
  },
)
