import { TYPEFACES_KEY } from '@/lib/before-code'

/** What the file of the eyebrows' cut is called, a pattern. */
export const ITALIC = 'english-\\d+-italic'

/** Whether they are in the browser's cache. */
export function areTypefacesKept(): boolean {
  try {
    return localStorage.getItem(TYPEFACES_KEY) !== null
  } catch {
    return false
  }
}

/** A typeface as its rule says it, apart from the stylesheet. */
function typeface({ style }: CSSFontFaceRule): FontFace {
  const of = (name: string) => style.getPropertyValue(name)
  return new FontFace(of('font-family').replace(/"/g, ''), of('src'), {
    weight: of('font-weight'),
    style: of('font-style') || 'normal',
    unicodeRange: of('unicode-range'),
  })
}

/**
 * Fetches typefaces that wait, and lets none in.
 * @param faces the stylesheet of typefaces
 * @param cuts what their files are called, as patterns
 * @returns whether all came, and what lets in those that did, all at once: each that arrives by itself has the whole
 *   page laid out once more, and so have those of a stylesheet, which are looked for only then
 */
export async function fetchCuts(faces: HTMLStyleElement, cuts: string[]): Promise<{ all: boolean; letIn: () => void }> {
  const written = RegExp(`-(${cuts.join('|')})`)
  const { cssRules } = faces.sheet as CSSStyleSheet
  const rules = () => [...cssRules] as CSSFontFaceRule[]
  const wanted = rules().filter(({ style }) => written.test(style.getPropertyValue('src')))
  const loads = wanted.map(async (rule) => ({ rule, face: await typeface(rule).load() }))
  const settled = await Promise.allSettled(loads)
  const here = settled.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []))
  const letIn = () => {
    for (const { rule, face } of here) {
      const at = rules().indexOf(rule)
      // Somebody else let it in meanwhile.
      if (at < 0) continue
      document.fonts.add(face)
      faces.sheet?.deleteRule(at)
    }
  }
  return { all: here.length === wanted.length, letIn }
}

/**
 * Fetches the typefaces a page is written with and marks their stylesheet once none is on its way (`data-here`).
 * @param faces the stylesheet of typefaces, which waits
 * @param page what is written with them
 * @returns lets them in
 */
export async function fetchTypefaces(faces: HTMLStyleElement, page: Document): Promise<() => void> {
  const cuts = ['english-\\d+-normal']
  if (page.querySelector('.eyebrow:lang(en)')) cuts.push(ITALIC)
  if (page.body.textContent.includes('₹')) cuts.push('rupee')
  const { all, letIn } = await fetchCuts(faces, cuts)
  faces.dataset.here = ''
  try {
    if (all) localStorage.setItem(TYPEFACES_KEY, 'here')
  } catch {
    // The next document asks for them anew.
  }
  return () => {
    letIn()
    faces.removeAttribute('media')
  }
}
