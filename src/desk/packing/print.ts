/**
 * Prints a page of its own, without the desk around it: from a frame nobody sees, or, where the system prints only
 * what is on the screen (phones), from a tab.
 * @param tab opened by the press itself, see `tabToPrint`
 */
export async function printPage(html: string, tab: Window | null): Promise<void> {
  if (tab) {
    tab.document.write(html)
    tab.document.close()
    await drawn(tab.document)
    tab.print()
    return
  }
  const frame = document.createElement('iframe')
  frame.title = 'Papers to print'
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:0;height:0;border:0'
  frame.srcdoc = html
  await new Promise((loaded) => {
    frame.addEventListener('load', loaded, { once: true })
    document.body.append(frame)
  })
  const page = frame.contentWindow
  if (!page) return
  await drawn(page.document)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}

/** On phones and tablets the tab to print from. Call it in the press: later the browser opens none. */
export const tabToPrint = (): Window | null => (matchMedia('(pointer: coarse)').matches ? open('', '_blank') : null)

/** Every picture there, or known to be missing, and every typeface. */
async function drawn(page: Document): Promise<void> {
  await Promise.all(Array.from(page.images, (picture) => picture.decode().catch(() => undefined)))
  await page.fonts.ready
}

/** The typefaces of the desk, for a page that has none. */
export function typefaces(): string {
  return document.adoptedStyleSheets
    .flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText))
    .filter((rule) => rule.startsWith('@font-face'))
    .join('\n')
}
