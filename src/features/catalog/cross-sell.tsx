import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import { crossSell } from '@/domain/catalog/selections'
import { formatRupees } from '@/domain/money'
import { useCartLines, useCartSheet } from '@/features/cart/store'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Picture } from '@/ui/picture'
import { putIntoCart } from './choose-colour-store'
import { crossSellOptions } from './queries'

/**
 * Frequently Bought Together for the cart, `roomy` on its own page (SHEET-05): nothing while loading, without products,
 * or when the call fails.
 */
export function CrossSell({ roomy }: { roomy?: boolean }) {
  const lines = useCartLines()
  const close = useCartSheet((sheet) => sheet.close)
  const categories = lines.map((line) => line.product.category ?? '').filter((category) => category !== '')
  const { data } = useQuery({ ...crossSellOptions(categories), enabled: categories.length > 0 })
  const products = crossSell(data ?? [], new Set(lines.map((line) => line.productId)))
  if (products.length === 0) return null
  const Heading = roomy ? 'h2' : 'h3'
  return (
    <section aria-labelledby="cross-sell" className={roomy ? 'pt-4 pb-section' : 'pt-5.5 pb-6.5'}>
      <Heading id="cross-sell" className={roomy ? 'mb-5 text-h2 lg:mb-8' : 'mb-3.5 text-name-lg'}>
        {t('Frequently Bought Together')}
      </Heading>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(4rem,25%-12px),1fr))] gap-3">
        {products.map((product) => (
          <li key={product.id} className={classNames('flex flex-col text-xs', roomy && 'md:text-base')}>
            <Link to={paths.product(product.id)} onClick={close} lang={textLanguage(product.name)} className="block">
              <Picture
                source={pictureSource(product, product.images[0])}
                alt=""
                sizes={roomy ? '22vw' : '100px'}
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
              <Plus aria-hidden="true" size={14} strokeWidth={1.5} className="-mt-0.5" />
              <span className="link">{t('Add')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
