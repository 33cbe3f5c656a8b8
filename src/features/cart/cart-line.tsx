import X from '@lucide/icons/icons/x'
import { Link } from 'react-router-dom'
import { fileUrl } from '@/api/files'
import { useSettings } from '@/api/settings'
import { type CartLine, lineKey, lineTotal } from '@/domain/cart/cart'
import { DEFAULT_COLOR } from '@/domain/catalog/product'
import { formatPaise } from '@/domain/money'
import type { TodaysLine } from '@/domain/orders/todays-cart'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { IconButton } from '@/ui/icon-button'
import { Picture } from '@/ui/picture'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { lineName } from './line-actions'
import type { LineChanges } from './line-changes'
import { LineNews } from './line-news'

interface CartLineRowProps {
  today: TodaysLine
  changes: LineChanges
  /** Larger from 1024 px on, as on the cart's own page. */
  roomy?: boolean
}

/**
 * One line of the cart (SHEET-03): photo, name, colour, stepper, its total, and the button that takes it out. What
 * has changed since it was put in stands below it (SHEET-10).
 */
export function CartLineRow({ today, changes, roomy }: CartLineRowProps) {
  const { line, news, quoted } = today
  const { product, color } = line
  const [image] = product.images
  const owner = { id: product.id, collectionId: product.collectionId ?? 'products' }
  const to = paths.product(product.id, color)
  const out = isOut(today)
  return (
    <li
      data-line={lineKey(line)}
      className={classNames(
        'grid grid-cols-[88px_1fr] gap-x-3.5 border-line border-b py-3.5',
        roomy && 'lg:grid-cols-[128px_1fr] lg:gap-x-5',
      )}
    >
      {/* The name beside it is the same link: once is enough for keyboards and screen readers. */}
      <Link to={to} tabIndex={-1} aria-hidden="true">
        <Picture
          source={image ? { src: fileUrl(owner, image, 'small') } : null}
          alt=""
          className={classNames('size-22', roomy && 'lg:size-32', out && 'opacity-45')}
        />
      </Link>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-2">
          <LineName
            line={line}
            to={to}
            level={roomy ? 2 : 3}
            className={classNames(roomy && 'lg:text-h3', out && 'text-ink-2')}
          />
          {/* With news the way out stands there, under the same name. */}
          {!news && (
            <IconButton
              label={t('Remove {name}', { name: lineName(line) })}
              icon={X}
              className="-mt-2.5 -mr-3 -mb-2 text-ink-3"
              onClick={() => changes.takeOut(line)}
            />
          )}
        </div>
        <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-2">
          {out ? (
            <span className="font-medium">{t('Sold out')}</span>
          ) : (
            <Stepper line={line} onStep={(pieces) => changes.step(line, pieces)} />
          )}
          <Amount today={today} />
        </div>
        {!news && <TooMany line={line} />}
        {!news && quoted?.left && (
          <p className="mt-1 font-medium text-sm">{t('{count} left', { count: quoted.left })}</p>
        )}
      </div>
      <LineNews today={today} changes={changes} />
    </li>
  )
}

interface LineNameProps {
  line: CartLine
  to: string
  /** On a page of its own the lines come right below its heading. */
  level: 2 | 3
  className: string
}

function LineName({ line: { product, color }, to, level, className }: LineNameProps) {
  const Heading = `h${level}` as const
  return (
    <div className="min-w-0">
      <Heading className={classNames('text-[1.125rem] leading-tight tracking-normal', className)}>
        <Link
          to={to}
          lang={textLanguage(product.name)}
          className="-my-3 inline-block py-3 [overflow-wrap:anywhere] hover:underline hover:underline-offset-4"
        >
          {product.name}
        </Link>
      </Heading>
      <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">
        {translate(product.color_name || color || DEFAULT_COLOR)}
      </p>
    </div>
  )
}

/** Not one piece of it can be had. */
const isOut = ({ news, quoted }: TodaysLine) => news === 'problem' && !quoted?.available

function Stepper({ line, onStep }: { line: CartLine; onStep: (pieces: number) => void }) {
  const { max_pieces } = useSettings()
  const { quantity } = line
  const name = lineName(line)
  return (
    <QuantityStepper
      size="small"
      value={quantity}
      min={0}
      max={max_pieces}
      decreaseLabel={t('Decrease quantity of {name}', { name })}
      increaseLabel={t('Increase quantity of {name}', { name })}
      onChange={(value) => onStep(value - quantity)}
    />
  )
}

/**
 * What the line costs; in front of it, for the eye, what it would have at the price that was seen or without what is
 * taken off.
 */
function Amount({ today: { line, total, news, quoted, discount } }: { today: TodaysLine }) {
  if (news === 'problem') return quoted?.available ? <span>–</span> : null
  const before = news === 'price' ? lineTotal(line) : total
  return (
    <span className="grow text-right leading-[1.3] tabular-nums">
      {before !== total - discount && (
        <s aria-hidden="true" className="block text-ink-3 text-xs">
          {formatPaise(before)}
        </s>
      )}
      {formatPaise(total - discount)}
    </span>
  )
}

/** Known without asking, and so also offline. */
function TooMany({ line: { product, quantity } }: { line: CartLine }) {
  const { max_pieces } = useSettings()
  if (quantity <= max_pieces) return null
  return (
    <p className="mt-2 text-danger text-sm [overflow-wrap:anywhere]">
      {t('One order may have at most {count} of {name}.', { count: max_pieces, name: product.name })}
    </p>
  )
}
