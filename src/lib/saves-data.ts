interface Line {
  saveData?: boolean
  effectiveType?: string
}

/** Whether few bytes are wanted (IMG-04): the shopper's wish, or a line of 2G, where the browser tells. */
export function savesData(): boolean {
  const line = (globalThis.navigator as { connection?: Line } | undefined)?.connection
  return line?.saveData || /2g/.test(`${line?.effectiveType}`)
}

/** The `sizes` of a picture; of half its width where few bytes are wanted, which fine screens can do without. */
export const lightSizes = (sizes: string | undefined): string | undefined =>
  savesData() ? sizes?.replace(/[\d.]+(?=(?:vw|px)(?:,|$))/g, (width) => `${Number(width) / 2}`) : sizes
