interface Line {
  saveData?: boolean
  effectiveType?: string
}

/** Whether few bytes are wanted (IMG-04): the shopper's wish, or a line of 2G, where the browser tells. */
export function savesData(): boolean {
  const { saveData, effectiveType = '' } = (globalThis.navigator as { connection?: Line } | undefined)?.connection ?? {}
  return saveData === true || effectiveType.endsWith('2g')
}

/** The `sizes` of a picture; of half its width where few bytes are wanted, which fine screens can do without. */
export const lightSizes = (sizes: string): string =>
  savesData() ? sizes.replace(/[\d.]+(?=(?:vw|px)(?:,|$))/g, (width) => `${Number(width) / 2}`) : sizes
