import { fileUrl } from '@/api/files'
import { classNames } from '@/lib/class-names'

/** A product's first picture, small. Its name stands beside it, so it says nothing. */
export function ProductPhoto({ product, image, className }: { product: string; image: string; className?: string }) {
  const look = classNames('photo', className)
  if (!image) return <span aria-hidden="true" className={look} />
  const src = fileUrl({ id: product, collectionId: 'products' }, image, 'thumbnail')
  return <img src={src} alt="" loading="lazy" className={look} />
}
