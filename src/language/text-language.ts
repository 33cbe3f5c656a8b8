import { LANGUAGES, type Language } from './choice'
import { currentLanguage } from './text'

/**
 * The `lang` (BCP 47) of a text that somebody has written, by its letters alone: the page's where it has the page's
 * letters, so that Marathi is not taken for Hindi on a Marathi page. On a page of neither it is no language, only
 * letters: `und-Deva`.
 */
export function languageOfText<L extends string>(
  text: string,
  page: L,
  languages: Readonly<Record<L, { letters: RegExp | undefined; script: string }>>,
): L | 'en' | `und-${string}` {
  const has = (language: L) => languages[language].letters?.test(text) === true
  if (has(page)) return page
  const [first, second] = (Object.keys(languages) as L[]).filter(has)
  if (first === undefined) return 'en'
  return second === undefined ? first : `und-${languages[first].script}`
}

/**
 * The `lang` of a text that somebody has written, where it is another than the page's, so that it gets the line
 * height, hyphenation and voice it needs. Undefined where it reads like the page.
 */
export function textLanguage(text: string): Exclude<Language, 'en'> | 'en-IN' | `und-${string}` | undefined {
  const language = languageOfText(text, currentLanguage(), LANGUAGES)
  if (language === 'en') return englishLanguage()
  return currentLanguage() === language ? undefined : language
}

/** The `lang` of a text that is known to be English; undefined on an English page. */
export const englishLanguage = (): 'en-IN' | undefined => (currentLanguage() === 'en' ? undefined : 'en-IN')
