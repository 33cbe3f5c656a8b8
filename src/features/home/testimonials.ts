export interface Testimonial {
  id: string
  name: string
  location: string
  text: string
  /** 1 to 5. */
  rating: number
  product: string
}

/** Three fixed testimonials (HOME-11). They belong to the demo shop: replace them with your own customers' words. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    id: 'anaya',
    name: 'Anaya K. (demo)',
    location: 'Pune',
    text: 'I came for one neem bar and now the whole house is on it. Parcels always come in paper, never in plastic.',
    rating: 5,
    product: 'Neem & Tulsi Soap',
  },
  {
    id: 'kabir',
    name: 'Kabir O. (demo)',
    location: 'Jaipur',
    text: 'We ordered wedding favours at short notice. They told us honestly what could be ready in time, and every piece was lovely.',
    rating: 5,
    product: 'Soap Gift Box of Four',
  },
  {
    id: 'jhanvi',
    name: 'Jhanvi L. (demo)',
    location: 'Kolkata',
    text: 'My kantha sling has been to work every day for a year. A seam came loose once and they mended it free.',
    rating: 5,
    product: 'Kantha Sling Bag',
  },
]
