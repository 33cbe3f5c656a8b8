import Maximize2 from '@lucide/icons/icons/maximize-2'
import { type ReactNode, type UIEvent, useEffect, useState } from 'react'
import { fileUrl, picturePreloads, pictureSource } from '@/api/files'
import type { Product } from '@/domain/catalog/product'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { savesData } from '@/lib/saves-data'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { preloadZoom, Zoom } from '@/ui/zoom'

/** Width of the gallery's first picture, and of those beside each other. */
export const GALLERY_SIZES = '(min-width: 64em) 59vw, (min-width: 48em) 50vw, 100vw'
const HALF_SIZES = '(min-width: 64em) 30vw, (min-width: 48em) 50vw, 100vw'

interface ProductGalleryProps {
  product: Product
  /** Those of the chosen colour (`picturesOf`). */
  files: readonly string[]
  /** Price and Add to Cart, below the pictures when they fill the screen. */
  foot: ReactNode
}

/**
 * The product's photographs (PROD-05, PROD-06): swiped with a count on small screens, touching each other from 1024 px.
 * Each opens as large as the screen (PROD-07). Another colour swaps them where they are.
 */
export function ProductGallery({ product, files, foot }: ProductGalleryProps) {
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)
  usePreloaded(product, files)
  const total = files.length
  if (total === 0) {
    return <Picture source={null} alt={product.name} className="-mx-gutter mb-4 aspect-square md:mx-0 md:mb-0" />
  }
  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    if (clientWidth > 0) setCurrent(Math.round(scrollLeft / clientWidth))
  }
  return (
    <div className="relative -mx-gutter md:sticky md:top-(--header) md:mr-0 lg:static">
      <ul
        aria-label={t('Pictures')}
        data-gallery={product.id}
        onScroll={follow}
        onPointerDown={preloadZoom}
        onFocus={preloadZoom}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] lg:grid lg:grid-cols-2 lg:gap-0.5 lg:overflow-visible"
      >
        {files.map((file, number) => (
          <GalleryPicture
            // The place, not the file: another colour's picture comes where this one was.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing is kept in it
            key={number}
            product={product}
            file={file}
            number={number}
            total={total}
            onOpen={() => setZoomed(number)}
          />
        ))}
      </ul>
      <Marks number={Math.min(current, total - 1) + 1} total={total} />
      <Zoom
        at={zoomed}
        onClose={() => setZoomed(null)}
        title={product.name}
        pictures={files.map((file) => ({
          src: fileUrl(product, file, 'large'),
          small: fileUrl(product, file, 'small'),
          alt: pictureText(product, file),
        }))}
        foot={foot}
      />
    </div>
  )
}

/** On small screens which picture it is, and that it can be pressed: the picture itself is the button. */
function Marks({ number, total }: { number: number; total: number }) {
  return (
    <div aria-hidden="true" className="pointer-events-none text-on-photo lg:hidden">
      {total > 1 && (
        <span className="absolute bottom-0 left-0 bg-paper px-3 pt-1.5 pb-1 text-xs tabular-nums">
          {number} / {total}
        </span>
      )}
      <span className="absolute right-2.5 bottom-2.5 grid size-11 place-items-center rounded-full bg-paper">
        <Icon of={Maximize2} size={16} />
      </span>
    </div>
  )
}

interface GalleryPictureProps {
  product: Product
  file: string
  number: number
  total: number
  onOpen: () => void
}

function GalleryPicture({ product, file, number, total, onOpen }: GalleryPictureProps) {
  const wide = number === 0 || total === 2 || (number === total - 1 && number % 2 === 1)
  return (
    <li className={classNames('flex-[0_0_100%] snap-center', wide && 'lg:col-span-2')}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('Open picture {number} of {total} in full size', { number: number + 1, total })}
        onClick={onOpen}
        className="block w-full cursor-zoom-in focus-visible:outline-on-photo focus-visible:-outline-offset-4"
      >
        <Picture
          source={pictureSource(product, file)}
          alt={pictureText(product, file)}
          sizes={wide ? GALLERY_SIZES : HALF_SIZES}
          priority={number === 0}
          className="aspect-square"
        />
      </button>
    </li>
  )
}

/** What a picture shows: the record's words, else the product's name with the picture's number. */
function pictureText({ name, images, image_alt }: Product, file: string): string {
  const place = images.indexOf(file)
  return image_alt[place] || (place === 0 ? name : t('{name}, picture {number}', { name, number: place + 1 }))
}

/** Fetches the pictures after the first while the browser is idle, so that a swipe finds them (IMG-03). */
function usePreloaded(product: Product, shown: readonly string[]): void {
  const { id, collectionId } = product
  const files = shown.slice(1).join('/')
  useEffect(() => {
    if (files === '' || savesData()) return
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
