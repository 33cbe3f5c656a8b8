import { spokenLanguage } from './text'

/**
 * The `lang` of a text that somebody has written, where it is another than the page's, so that it gets the line height, hyphenation and voice
 * it needs: by its letters, Devanagari or not. Undefined where it reads like the page.
 */
export function textLanguage(text: string): 'hi' | 'en-IN' | undefined {
  const language = /[\u0900-\u097f]/.test(text) ? 'hi' : 'en'
  if (language === spokenLanguage()) return undefined
  return language === 'hi' ? 'hi' : 'en-IN'
}
