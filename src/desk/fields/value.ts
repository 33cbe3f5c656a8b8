import { isObject, parseJson } from '@/domain/json'

export const textsOf = (value: unknown): string[] => {
  const list = parseJson(value)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

export const objectOf = (value: unknown): { [key: string]: unknown } => {
  const object = parseJson(value)
  return isObject(object) ? object : {}
}

/** A colour of a product as its record holds it; what else stands in it is kept. */
export interface RawColour {
  name: string
  value: string
  hex: string
  image?: string
  more_images?: string[]
}

export function coloursOf(value: unknown): RawColour[] {
  const list = parseJson(value)
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((item) => ({
    ...item,
    name: String(item.name ?? ''),
    value: String(item.value ?? ''),
    hex: String(item.hex ?? ''),
  }))
}

/** `Rust patchwork` → `rust-patchwork`: how a colour is called in addresses and carts. */
export const valueOfName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** The pictures of a colour, its first first. */
export const picturesOf = ({ image, more_images = [] }: RawColour): string[] =>
  image ? [image, ...more_images] : more_images

/** The same colour with these pictures. */
export function withPictures({ image: _, more_images: __, ...colour }: RawColour, files: readonly string[]): RawColour {
  const [image, ...more] = files
  return { ...colour, ...(image && { image }), ...(more.length > 0 && { more_images: more }) }
}
