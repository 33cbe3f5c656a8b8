import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import { isAvailable } from '@/domain/catalog/product'
import { AddToCartButton } from '@/features/catalog/add-to-cart-button'
import { CardPrice } from '@/features/catalog/price'
import { productListOptions } from '@/features/catalog/queries'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Picture } from '@/ui/picture'

/**
 * The first gift that is a set (tag `set`) and can be bought, large, with what is in it and how it is given, in the
 * words of its record (ROUTE-07). Nothing without one.
 */
export function GiftSet() {
  const { data } = useInfiniteQuery(productListOptions({ tag: 'gift' }))
  const gifts = data?.pages.flatMap(({ products }) => products) ?? []
  const set = gifts.find((product) => product.tags.includes('set') && isAvailable(product))
  if (!set) return null
  const { name, description, images, features, usage_guidelines } = set
  const { recommended_use, pro_tips } = usage_guidelines
  const to = paths.product(set.id)
  return (
    <section aria-labelledby="gift-set" className="wrap overflow-x-clip pt-section">
      <div className="grid gap-4.5 md:grid-cols-2 md:items-center md:gap-8 lg:grid-cols-[7fr_5fr] lg:gap-0">
        <Link to={to} tabIndex={-1} aria-hidden="true" className="-mx-gutter block md:mr-0">
          <Picture
            source={pictureSource(set, images[1] ?? images[0])}
            alt=""
            sizes="(min-width: 64em) 58vw, (min-width: 48em) 50vw, 88vw"
            className="aspect-square lg:aspect-auto lg:h-155"
          />
        </Link>
        <div className="lg:max-w-[34rem] lg:pl-[12.5%]">
          <p className="eyebrow">{t('Ready to give')}</p>
          <h2 id="gift-set" lang={textLanguage(name)} className="mt-1.5 mb-3.5 lg:text-h1">
            <Link to={to} className="py-2">
              {name}
            </Link>
          </h2>
          <p lang={textLanguage(description)} className="line-clamp-6 text-ink-2 text-lead">
            {description}
          </p>
          <ul className="mt-4">
            {[...features, ...recommended_use, ...pro_tips].map((item) => (
              <li key={item} lang={textLanguage(item)} className="border-line border-t py-2 text-sm">
                {item}
              </li>
            ))}
          </ul>
          <div className="mt-4.5 mb-5.5 text-lead">
            <CardPrice product={set} />
          </div>
          <AddToCartButton product={set} />
        </div>
      </div>
    </section>
  )
}
