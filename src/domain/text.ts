/**
 * Code points that draw nothing: they join, separate, tag or fill. Listed, because the record store's engine knows no
 * Unicode properties (Unicode 16, Default_Ignorable_Code_Point, with the blank Braille pattern and the marks of
 * interlinear notes). Pairs of first and last.
 */
const INVISIBLE = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

const signOf = (code: number) => `\\u{${code.toString(16)}}`
/** In one expression: to look at each sign of a long text by itself took the record store's engine seconds. */
const UNSEEN = new RegExp(`[\\s${INVISIBLE.map((pair) => pair.map(signOf).join('-')).join('')}]`, 'gu')

/** Characters of a text that can be seen, blanks left out. */
export function visibleCount(value: string): number {
  return characterCount(value.replace(UNSEEN, ''))
}

/**
 * A text a person typed, ready to be kept: composed (NFC), trimmed, runs of blanks as one, without control characters
 * and the invisible marks that reorder text (a name must not be able to rewrite the line it stands in). Every script
 * stays, with the joiners it needs; a line of which nothing can be seen is empty.
 */
export function cleanLine(value: string): string {
  const line = value
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.replace(UNSEEN, '') === '' ? '' : line
}

/** The same for several lines: line breaks stay, at most two in a row. */
export function cleanText(value: string): string {
  return value
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The beginning of a line, no character cut in half and no blank left at its end: what is read again is the same. */
export function cutLine(value: string, max: number): string {
  return Array.from(cleanLine(value)).slice(0, max).join('').trim()
}

/** Length as people count it: code points, not UTF-16 halves. */
export function characterCount(value: string): number {
  return Array.from(value).length
}

/** Digits of India's scripts and full-width ones → 0-9: a number typed on any of their keyboards is understood. */
export function asciiDigits(value: string): string {
  return value.replace(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯۰-۹０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    // Unicode has the zeros of Brahmic scripts at …6, the others at …0.
    return String((code & 15) - (code >= 0x966 && code < 0xd70 ? 6 : 0))
  })
}

/** Whether a text is a colour such as #2B3F73 or #abc. */
export function isHex(value: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
}
