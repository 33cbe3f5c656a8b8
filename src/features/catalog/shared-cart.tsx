import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { fileUrl } from '@/api/files'
import { lineKey } from '@/domain/cart/cart'
import { parseSharedCart, type SharedLine } from '@/domain/cart/shared-cart'
import { colorName, type Product, picturesOf } from '@/domain/catalog/product'
import { formatPaise, type Paise, toPaise } from '@/domain/money'
import { joinCart } from '@/features/cart/add-shared-cart'
import { t, tn } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { PageHead } from '@/ui/page-head'
import { Picture } from '@/ui/picture'
import { Spinner } from '@/ui/spinner'
import { DeadEnd } from './dead-end'
import { lineProblem } from './line-problem'
import { productsByIdOptions } from './shared-cart-query'
import { QueryFailed } from './wish-grid'

interface ShownLine extends SharedLine {
  /** Missing when the shop has no such product any more. */
  product?: Product
  /** Why it cannot be bought; empty when it can. */
  problem: string
}

/** What a shared cart's link holds, at today's prices, and the button that joins it with the shopper's own. */
export function SharedCart({ items }: { items: string }) {
  const hydrated = useHydrated()
  const { lines, refused } = useMemo(() => parseSharedCart(items), [items])
  const query = useQuery({
    ...productsByIdOptions(lines.map(({ productId }) => productId)),
    enabled: lines.length > 0,
  })
  // One served page stands for all shared carts.
  if (!hydrated) return <Waiting />
  if (lines.length === 0) {
    return (
      <DeadEnd title={t('This link holds no cart')}>
        {t('A part of it may have been lost on the way. Ask for the link once more.')}
      </DeadEnd>
    )
  }
  if (query.data) return <SharedLines shown={lines.map((line) => shownLine(line, query.data))} refused={refused} />
  if (query.error) return <QueryFailed title={t('The shared cart did not load')} query={query} />
  return <Waiting />
}

function Waiting() {
  return (
    <div className="wrap">
      <PageHead title={t('A cart shared with you')} />
      <Spinner label={t('Loading the shared cart')} visible className="pt-6 pb-30" />
    </div>
  )
}

function shownLine(line: SharedLine, products: readonly Product[]): ShownLine {
  const product = products.find(({ id }) => id === line.productId)
  return { ...line, product, problem: lineProblem(line.color, product) }
}

const amountOf = ({ product, quantity }: ShownLine): Paise => (toPaise(product?.price ?? 0) ?? 0) * quantity

function SharedLines({ shown, refused }: { shown: readonly ShownLine[]; refused: number }) {
  const chosen = shown.flatMap(({ product, problem, quantity, color }) =>
    product && !problem ? [{ product, quantity, color }] : [],
  )
  const subtotal = shown.filter(({ problem }) => !problem).reduce((sum, line) => sum + amountOf(line), 0)
  return (
    <div className="wrap pb-section">
      <div className="max-w-[40rem]">
        <PageHead
          title={t('A cart shared with you')}
          lead={t('At today’s prices. Your own cart stays as it is until you add to it.')}
        />
        <ul aria-label={t('Items of the shared cart')} className="border-line border-t">
          {shown.map((line) => (
            <SharedRow key={lineKey(line)} line={line} />
          ))}
        </ul>
        {refused > 0 && (
          <p className="mt-4 text-ink-2 text-sm">
            {tn(
              refused,
              '{count} entry of the link could not be read.',
              '{count} entries of the link could not be read.',
            )}
          </p>
        )}
        {chosen.length > 0 ? (
          <>
            <p className="flex flex-wrap gap-x-4 pt-4.5 font-medium text-[1.125rem] tabular-nums">
              <span>{t('Subtotal')}</span>
              <span className="ml-auto">{formatPaise(subtotal)}</span>
            </p>
            <p className="mb-4.5 text-ink-3 text-xs">{t('inclusive of all taxes')}</p>
            <Button large block onClick={() => joinCart(chosen)}>
              {t('Add to my cart')}
            </Button>
          </>
        ) : (
          <div className="pt-6">
            <p className="mb-4.5">{t('Nothing in it can be bought at the moment.')}</p>
            <ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>
          </div>
        )}
      </div>
    </div>
  )
}

function SharedRow({ line }: { line: ShownLine }) {
  const { product, problem, quantity, color } = line
  const [image] = product ? picturesOf(product, color) : []
  return (
    <li className="grid grid-cols-[72px_1fr] gap-x-4 border-line border-b py-4.5">
      <Picture
        source={product && image ? { src: fileUrl(product, image, 'small') } : null}
        alt=""
        className="size-18"
      />
      <div className="flex min-w-0 flex-wrap gap-x-4">
        <div className="min-w-[6em] flex-1">
          <h2 className="font-display text-name [overflow-wrap:anywhere]">
            {product ? (
              <Link
                to={paths.product(product.id, color)}
                lang={textLanguage(product.name)}
                className="-my-3 inline-block py-3 hover:underline hover:underline-offset-4"
              >
                {product.name}
              </Link>
            ) : (
              t('A product')
            )}
          </h2>
          {product && color !== '' && (
            <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">{colorName(product, color)}</p>
          )}
          <p className="text-ink-3 text-sm">{t('Quantity: {count}', { count: quantity })}</p>
          {problem && <p className="mt-1 text-danger text-sm">{problem}</p>}
        </div>
        {!problem && <span className="tabular-nums">{formatPaise(amountOf(line))}</span>}
      </div>
    </li>
  )
}
