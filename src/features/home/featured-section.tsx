import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import type { Product } from '@/domain/catalog/product'
import { AddToCartButton } from '@/features/catalog/add-to-cart-button'
import { CardPrice } from '@/features/catalog/price'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Picture } from '@/ui/picture'

/** The single featured product, large (HOME-15). */
export function FeaturedSection({ product }: { product: Product }) {
  const detail = product.images[1] ?? product.images[0]
  return (
    <section aria-labelledby="featured-product" className="wrap overflow-x-clip pt-section">
      <div className="grid gap-4.5 md:grid-cols-2 md:items-center md:gap-8 lg:grid-cols-[7fr_5fr] lg:gap-0">
        <Link to={paths.product(product.id)} tabIndex={-1} aria-hidden="true" className="-mx-gutter block md:mr-0">
          <Picture
            source={pictureSource(product, detail)}
            alt=""
            // Less than its width on phones: their many pixels would ask for a picture twice as large as the eye sees.
            sizes="(min-width: 64em) 58vw, (min-width: 48em) 50vw, 88vw"
            className="aspect-square lg:aspect-auto lg:h-155"
          />
        </Link>
        <div className="lg:max-w-[34rem] lg:pl-[12.5%]">
          <p className="eyebrow">{t('Featured')}</p>
          <h2 id="featured-product" lang={textLanguage(product.name)} className="mt-1.5 mb-3.5 lg:text-h1">
            <Link to={paths.product(product.id)} className="py-2">
              {product.name}
            </Link>
          </h2>
          <p lang={textLanguage(product.description)} className="line-clamp-6 text-ink-2 text-lead">
            {product.description}
          </p>
          <div className="mt-4.5 mb-5.5 text-lead">
            <CardPrice product={product} />
          </div>
          <div className="flex flex-wrap items-center gap-x-5">
            <AddToCartButton product={product} />
            <Link to={paths.product(product.id)} aria-describedby="featured-product" className="link py-3.5">
              {t('What is in it')}
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}
