import { LANGUAGE_COOKIE } from '@/lib/before-code'

/**
 * Languages the interface speaks, each with its name in itself, its `lang` (BCP 47), and the letters that tell a text
 * of it from an English one with their name (ISO 15924). English is what the code is written in.
 */
export const LANGUAGES = {
  en: { name: 'English', lang: 'en-IN', letters: undefined, script: 'Latn' },
  hi: { name: 'हिन्दी', lang: 'hi-IN', letters: /[\u0900-\u097f]/, script: 'Deva' },
} as const

export type Language = keyof typeof LANGUAGES

const isLanguage = (code: string | undefined): code is Language => code !== undefined && Object.hasOwn(LANGUAGES, code)

const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]+)\\s*(?:;|$)`)
/** A language of such a list, with its weight. */
const WANTED = /^\s*([a-z]+)[^;]*(?:;\s*q=([\d.]+)\s*)?$/

/**
 * The language of a page: what the shopper chose, else the first of the browser's languages that the shop speaks,
 * else English. Whoever names English before Hindi, as most phones in India do, reads English.
 * @param cookies a `Cookie` header or `document.cookie`
 * @param accepted an `Accept-Language` header (RFC 9110, 12.5.4) or the browser's languages joined by commas
 */
export function languageAsked(cookies: string, accepted: string): Language {
  const chosen = CHOSEN.exec(cookies)?.[1]
  if (isLanguage(chosen)) return chosen
  let asked: Language = 'en'
  let most = 0
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const found = WANTED.exec(part)
    const code = found?.[1]
    const quality = Number(found?.[2] ?? 1)
    if (!isLanguage(code) || !(quality > most)) continue
    asked = code
    most = quality
  }
  return asked
}

/** The language a `lang` attribute names; English for any the shop does not speak. */
export function languageOfTag(tag: string): Language {
  const code = tag.split('-')[0]
  return isLanguage(code) ? code : 'en'
}
