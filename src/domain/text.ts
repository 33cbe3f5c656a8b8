/**
 * Blanks, and code points that draw nothing: they join, separate, tag or fill. Listed, because the record store's
 * engine knows no Unicode properties (Unicode 16, Default_Ignorable_Code_Point, with the blank Braille pattern and the
 * marks of interlinear notes). In one expression: to look at each sign of a long text by itself took that engine
 * seconds.
 */
const UNSEEN = /* @__PURE__ */ new RegExp(
  '[\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
    '\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}' +
    '\\u{e0000}-\\u{e0fff}]',
  'gu',
)

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
