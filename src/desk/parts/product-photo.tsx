import { fileUrl } from '@/api/files'

/** A product's first picture, small. Its name stands beside it, so it says nothing. */
export function ProductPhoto({ product, image, className }: { product: string; image: string; className?: string }) {
  const look = `photo ${className ?? ''}`
  if (!image) return <span aria-hidden="true" className={`inline-block ${look}`} />
  return (
    <img
      src={fileUrl({ id: product, collectionId: 'products' }, image, 'thumbnail')}
      alt=""
      loading="lazy"
      className={look}
    />
  )
}
