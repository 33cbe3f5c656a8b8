import { FACETS } from './facet-values'
import { PRODUCT_FIELDS } from './product'

type Shade = (typeof FACETS.colour)[number]

/** The plain name of a colour's hue, by the degrees where the next begins. */
const HUES: readonly [below: number, shade: Shade][] = [
  [20, 'red'],
  [50, 'yellow'],
  [170, 'green'],
  [260, 'blue'],
  [335, 'purple'],
  [361, 'red'],
]

/** The share of red, green and blue, 0 to 1, of a colour as `isHex` has it. */
function partsOf(hex: string): [red: number, green: number, blue: number] {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const at = (from: number) => Number.parseInt(digits.slice(from, from + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

/** Degrees of the colour's circle. `chroma` is above 0. */
function hueOf([red, green, blue]: readonly [number, number, number], most: number, chroma: number): number {
  if (most === red) return (60 * ((green - blue) / chroma) + 360) % 360
  return most === green ? 120 + 60 * ((blue - red) / chroma) : 240 + 60 * ((red - green) / chroma)
}

/** What shoppers would call a colour (`isHex`): what is filtered by is not the maker's name for it. */
export function shadeOf(hex: string): Shade {
  const parts = partsOf(hex)
  const [most, least] = [Math.max(...parts), Math.min(...parts)]
  const [light, chroma] = [(most + least) / 2, most - least]
  if (chroma < 0.1) return light < 0.35 ? 'black' : light > 0.85 ? 'white' : 'grey'
  const hue = hueOf(parts, most, chroma)
  // Straw and jute, earth, olive, rose: between two hues by their lightness.
  if (hue >= 20 && hue < 50 && chroma < 0.45) return light > 0.55 ? 'natural' : 'brown'
  if (hue >= 50 && hue < 75 && light > 0.45) return 'yellow'
  if ((hue < 20 || hue >= 290) && light > 0.7) return 'pink'
  return HUES.find(([below]) => hue < below)?.[1] ?? 'red'
}

/** What the colours of a product would be called by shoppers, each once, in the order they are offered. */
export function productShades(colors: unknown): Shade[] {
  const shades = PRODUCT_FIELDS.colors.read(colors).map(({ hex }) => shadeOf(hex))
  return FACETS.colour.filter((shade) => shades.includes(shade))
}
