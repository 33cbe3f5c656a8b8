import { spokenLanguage } from './text'

/**
 * The `lang` of a text that somebody has written, where it is another than the page's, so that it gets the line height, hyphenation and voice
 * it needs: by its letters, Devanagari or not. Undefined where it reads like the page.
 */
export function textLanguage(text: string): 'hi' | 'en-IN' | undefined {
  const language = /[\u0900-\u097f]/.test(text) ? 'hi' : 'en'
  if (language === 'en') return englishLanguage()
  return spokenLanguage() === 'hi' ? undefined : 'hi'
}

/** The `lang` of a text that is known to be English; undefined on an English page. */
export const englishLanguage = (): 'en-IN' | undefined => (spokenLanguage() === 'en' ? undefined : 'en-IN')
