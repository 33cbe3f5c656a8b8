/**
 * `hi` for a text with Devanagari letters, so that it gets the line height, hyphenation and voice it needs inside an English page;
 * undefined for everything else.
 */
export function textLanguage(text: string): 'hi' | undefined {
  return /[\u0900-\u097f]/.test(text) ? 'hi' : undefined
}
