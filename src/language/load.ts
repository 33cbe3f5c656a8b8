import { LANGUAGE_COOKIE } from '@/lib/before-code'
import type { Catalogue } from './catalogue'
import { LANGUAGES, type Language, languageAsked, languageOfTag } from './choice'
import { setLanguage } from './text'

/** Languages besides English, which needs no catalogue. Each is fetched by those who read it. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  hi: () => import('./hi').then((words) => words.hi),
}

/**
 * Browser only, before the first drawing: a rendered page goes on in its own language, any other is in the shopper's.
 * English where the catalogue cannot be had, and then it resolves to false.
 */
export async function startLanguage(rendered: boolean): Promise<boolean> {
  const root = document.documentElement
  const language = rendered
    ? languageOfTag(root.lang)
    : languageAsked(document.cookie, (navigator.languages ?? []).join(','))
  if (language === 'en') return true
  try {
    const [{ createTranslator }, catalogue] = await Promise.all([import('./translator'), CATALOGUES[language]()])
    setLanguage(language, createTranslator(catalogue))
    root.lang = LANGUAGES[language].lang
    return true
  } catch {
    root.lang = LANGUAGES.en.lang
    return false
  }
}

/** Keeps the shopper's choice for a year and draws the page anew in it. */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of the last years
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
  window.location.reload()
}
