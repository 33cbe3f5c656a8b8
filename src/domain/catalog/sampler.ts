import type { Product } from './product'

/** What something is made of, and a close-up of it. */
export interface Sample {
  tag: string
  product: Product
  image: string
}

const plain = (text: string) => `${text.toLowerCase().replaceAll('-', ' ')} `

/**
 * What things are made of, as their records say it (HOME-21): the tag that a name begins with, with the product's
 * second photograph. Six, each once, or three where there are fewer; none of less.
 */
export function sampler(products: readonly Product[]): Sample[] {
  const samples = new Map<string, Sample>()
  for (const product of products) {
    const { name, category, tags, images } = product
    const tag = tags.find((one) => one !== category && plain(name).startsWith(plain(one)))
    if (tag && images[1] && !samples.has(plain(tag))) samples.set(plain(tag), { tag, product, image: images[1] })
  }
  return [...samples.values()].slice(0, Math.min(6, Math.floor(samples.size / 3) * 3))
}
