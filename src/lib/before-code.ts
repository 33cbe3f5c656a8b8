/** What the scripts written into `index.html` (`src/inline`), the worker, the app and the store must say alike. */

/** Storage key of the shopper's light, dark or system (THEME-01). */
export const THEME_MODE_KEY = 'vite-ui-theme'
/** Storage key of the colours derived from the theme record, so that the next visit paints them at once. */
export const THEME_COLOURS_KEY = 'theme-colours'
/** Storage key that says that the typefaces are in this browser's cache. */
export const TYPEFACES_KEY = 'typefaces'
/** The header of who asks for the rest of a page: the language its beginning is in, a BCP 47 tag. */
export const LANGUAGE_HEADER = 'X-Store-Language'
/** The cookie that keeps a shopper's choice of a language, for the browser and for the server that renders the page. */
export const LANGUAGE_COOKIE = 'language'
