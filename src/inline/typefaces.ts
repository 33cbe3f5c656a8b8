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
 * Fetches the typefaces a page is written with and marks their stylesheet once none is on its way (`data-here`);
 * whoever lets it in lets in all, as each that arrives by itself has the whole page laid out once more.
 * @param faces the stylesheet of typefaces, which waits
 * @param page what is written with them
 */
export async function fetchTypefaces(faces: HTMLStyleElement, page: Document): Promise<void> {
  const cuts = ['english-\\d+-normal']
  if (page.querySelector('.eyebrow:lang(en)')) cuts.push('english-\\d+-italic')
  if (page.body.textContent.includes('₹')) cuts.push('rupee')
  const files = faces.textContent.match(RegExp(`url\\([^)]*-(${cuts.join('|')})[^)]*\\)`, 'g')) ?? []
  const loads = await Promise.allSettled(files.map((file) => new FontFace('first', file).load()))
  faces.dataset.here = ''
  if (loads.some(({ status }) => status === 'rejected')) return
  try {
    localStorage.setItem(TYPEFACES_KEY, 'here')
  } catch {
    // The next document asks for them anew.
  }
}
