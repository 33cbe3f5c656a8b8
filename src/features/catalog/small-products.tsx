import Plus from '@lucide/icons/icons/plus'
import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import type { Product } from '@/domain/catalog/product'
import { formatRupees } from '@/domain/money'
import { setCartOpen } from '@/features/cart/store'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { putIntoCart } from './choose-colour-store'

/** A few products in a row as narrow as the cart's sheet: picture, name, price and Add. */
export function SmallProducts({ products }: { products: readonly Product[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(4rem,25%-12px),1fr))] gap-3">
      {products.map((product) => (
        <li key={product.id} className="flex flex-col text-xs">
          <Link
            to={paths.product(product.id)}
            onClick={() => setCartOpen(false)}
            lang={textLanguage(product.name)}
            className="block"
          >
            <Picture
              source={pictureSource(product, product.images[0])}
              alt=""
              sizes="100px"
              className="aspect-square"
            />
            <span className="mt-1.5 line-clamp-2">{product.name}</span>
          </Link>
          <span className="text-ink-2 tabular-nums">{formatRupees(product.price)}</span>
          <button
            type="button"
            onClick={() => putIntoCart(product)}
            className="-mb-2.5 mt-auto inline-flex min-h-11 min-w-11 items-center gap-1 self-start font-medium"
            aria-label={t('Add {name}', { name: product.name })}
          >
            <Icon of={Plus} size={14} className="-mt-0.5" />
            <span className="link">{t('Add')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
