/**
 * A text a person typed, ready to be kept: composed (NFC), trimmed, runs of blanks as one, without control characters and the
 * invisible marks that reorder text (a name must not be able to rewrite the line it stands in). Every script stays.
 */
export function cleanLine(value: string): string {
  return value
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
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

/** Devanagari and full-width digits → 0-9, so that a number typed on a Hindi keyboard is understood. */
export function asciiDigits(value: string): string {
  return value.replace(/[\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code >= 0xff10 ? code - 0xff10 : code - 0x0966)
  })
}
