import { expanded, isObject, parseText } from '../json'

/** What somebody said about the shop. */
export interface Testimonial {
  name: string
  location: string
  text: string
  /** 1 to 5; 0 when they gave no stars. */
  rating: number
  /** Name of what they bought; empty when it is not in the shop. */
  product: string
}

/** A testimonials record, with its `product` expanded → Testimonial. */
export function parseTestimonial(record: Record<string, unknown>): Testimonial {
  const product = expanded(record, 'product')
  const rating = Math.round(Number(record.rating))
  return {
    name: parseText(record.name),
    location: parseText(record.location),
    text: parseText(record.text),
    rating: rating >= 1 && rating <= 5 ? rating : 0,
    product: isObject(product) ? parseText(product.name) : '',
  }
}

/** What the shop promises (HOME-09). `icon`: one of the names in the field's list, or empty. */
export interface ShopPromise {
  title: string
  text: string
  icon: string
}

/** A promises record → ShopPromise. */
export const parsePromise = (record: Record<string, unknown>): ShopPromise => ({
  title: parseText(record.title),
  text: parseText(record.text),
  icon: parseText(record.icon),
})
