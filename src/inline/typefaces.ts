import { TYPEFACES_KEY } from '@/lib/before-code'

/** Whether they are in the browser's cache. */
export function areTypefacesKept(): boolean {
  try {
    return localStorage.getItem(TYPEFACES_KEY) !== null
  } catch {
    return false
  }
}

/**
 * Fetches the typefaces a page is written with and marks their stylesheet once all are here (`data-here`); whoever
 * lets it in does so for all of them, as each that arrives by itself has the whole page laid out once more.
 * @param faces the stylesheet of typefaces, which waits
 * @param page what is written with them
 */
export async function fetchTypefaces(faces: HTMLStyleElement, page: Document): Promise<void> {
  const cuts = ['english-\\d+-normal']
  if (page.querySelector('.eyebrow:lang(en)')) cuts.push('english-\\d+-italic')
  if (page.body.textContent.includes('₹')) cuts.push('rupee')
  const files = faces.textContent.match(RegExp(`url\\([^)]*-(${cuts.join('|')})[^)]*\\)`, 'g')) ?? []
  try {
    await Promise.all(files.map((file) => new FontFace('first', file).load()))
    faces.dataset.here = ''
    localStorage.setItem(TYPEFACES_KEY, 'here')
  } catch {
    // They are asked for again on the next page.
  }
}
