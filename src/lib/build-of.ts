/** Which build a page is of, as `vite.config.ts` writes it into the page; empty while developing. */
export const buildOf = (html: string): string => /<meta name="build" content="(\w+)"/.exec(html)?.[1] ?? ''
