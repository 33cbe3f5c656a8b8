import styles from './desk.css?inline'

const ROOT_FONT_PX = 16

let own: CSSStyleSheet | undefined

/** The desk's styles; what a shadow root ignores, typefaces and typed properties, goes to the page. */
function sheet(): CSSStyleSheet {
  if (own) return own
  own = new CSSStyleSheet()
  own.replaceSync(
    styles
      .replace(/:root(\[[^\]]*\])?/g, (_, state?: string) => (state ? `:host(${state})` : ':host'))
      // The page's own letters are 14 px: a `rem` of its would make ours smaller. In a class's name it is escaped.
      .replace(/(\d*\.?\d+)rem\b(?!\\)/g, (_, rem: string) => `${Number(rem) * ROOT_FONT_PX}px`),
  )
  const shared = new CSSStyleSheet()
  shared.replaceSync(
    Array.from(own.cssRules)
      .map(({ cssText }) => cssText)
      .filter((text) => /^@(?:property|font-face)/.test(text))
      .join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, shared]
  return own
}

/** A place to draw in, within an element of the admin screens: the page around keeps its looks and the desk its own. */
export function shadowPlace(element: HTMLElement, className: string): HTMLElement {
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet()]
  const place = document.createElement('div')
  place.className = className
  root.append(place)
  return place
}
