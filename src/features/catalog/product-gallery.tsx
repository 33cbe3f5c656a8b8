import { type UIEvent, useEffect, useRef, useState } from 'react'
import { fileUrl, picturePreloads, pictureSource } from '@/api/files'
import type { Product } from '@/domain/product'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Picture } from '@/ui/picture'

/** Width of the gallery's pictures. */
export const GALLERY_SIZES = '(min-width: 768px) 50vw, 100vw'

/** The product's photographs (PROD-05): swiped with marks below on small screens, a column from 1024 px. Each opens in full size. */
export function ProductGallery({ product }: { product: Product }) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const { images } = product
  usePreloaded(product)

  if (images.length === 0) {
    return <Picture source={null} alt={product.name} className="-mx-gutter mb-4 aspect-square md:mx-0 md:mb-0" />
  }
  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    if (clientWidth > 0) setCurrent(Math.min(images.length - 1, Math.round(scrollLeft / clientWidth)))
  }
  const show = (position: number) => {
    const element = strip.current
    if (element) element.scrollLeft = position * element.clientWidth
  }
  return (
    <div className={classNames('-mx-gutter md:mx-0', images.length === 1 && 'mb-4 md:mb-0')}>
      <ul
        ref={strip}
        aria-label={t('Pictures')}
        onScroll={follow}
        className="flex snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none] lg:grid lg:grid-cols-2 lg:gap-4 lg:overflow-visible"
      >
        {images.map((file, position) => {
          const wide = position === 0 || images.length === 2 || (position === images.length - 1 && position % 2 === 1)
          return (
            <li key={file} className={classNames('flex-[0_0_100%] snap-center', wide && 'lg:col-span-2')}>
              <a
                href={fileUrl(product, file)}
                target="_blank"
                rel="noopener"
                aria-label={t('Open picture {number} of {total} in full size', {
                  number: position + 1,
                  total: images.length,
                })}
                className="block cursor-zoom-in focus-visible:outline-on-photo focus-visible:-outline-offset-4"
              >
                <Picture
                  source={pictureSource(product, file)}
                  alt={pictureText(product, position)}
                  sizes={wide ? GALLERY_SIZES : '(min-width: 1024px) 25vw, (min-width: 768px) 50vw, 100vw'}
                  priority={position === 0}
                  className="aspect-square"
                />
              </a>
            </li>
          )
        })}
      </ul>
      {images.length > 1 && (
        <div className="flex justify-center lg:hidden">
          {images.map((file, position) => (
            <button
              key={file}
              type="button"
              aria-label={t('Picture {number} of {total}', { number: position + 1, total: images.length })}
              aria-current={position === current ? 'true' : undefined}
              onClick={() => show(position)}
              className="grid h-11 min-w-6 max-w-11 flex-1 place-items-center"
            >
              <span
                className={classNames(
                  'h-0.5 w-full max-w-6 bg-ink forced-colors:bg-[CanvasText]',
                  position !== current && 'opacity-30',
                )}
              />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** What a picture shows: the record's words, else the product's name with the picture's number. */
function pictureText(product: Product, position: number): string {
  const { name, image_alt } = product
  return image_alt[position] || (position === 0 ? name : t('{name}, picture {number}', { name, number: position + 1 }))
}

/** Fetches the pictures after the first while the browser is idle, so that a swipe finds them (IMG-03). */
function usePreloaded(product: Product): void {
  const { id, collectionId } = product
  const files = product.images.slice(1).join('/')
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    if (files === '' || connection?.saveData) return
    let left = false
    for (const file of files.split('/')) {
      const source = pictureSource({ id, collectionId }, file)
      if (source) picturePreloads.add(() => (left ? Promise.resolve() : loadPicture(source)))
    }
    return () => {
      left = true
    }
  }, [id, collectionId, files])
}

function loadPicture({ src, srcSet }: { src: string; srcSet: string }): Promise<void> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve()
    image.onerror = () => resolve()
    image.sizes = GALLERY_SIZES
    image.srcset = srcSet
    image.src = src
  })
}
