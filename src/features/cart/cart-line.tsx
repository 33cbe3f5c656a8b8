import X from 'lucide-react/icons/x'
import { Link } from 'react-router-dom'
import { fileUrl } from '@/api/files'
import { useSettings } from '@/api/settings'
import { type CartLine, lineKey, lineTotal } from '@/domain/cart'
import { formatPaise } from '@/domain/money'
import { DEFAULT_COLOR } from '@/domain/product'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { IconButton } from '@/ui/icon-button'
import { Picture } from '@/ui/picture'
import { QuantityStepper } from '@/ui/quantity-stepper'

interface CartLineRowProps {
  line: CartLine
  /** Adds to the line's quantity, or takes away. */
  onStep: (step: number) => void
  onRemove: () => void
}

/** One line of the cart (SHEET-03): photo, name, colour, stepper, its total, and the button that takes it out. */
export function CartLineRow({ line, onStep, onRemove }: CartLineRowProps) {
  const { product, quantity, color } = line
  const { max_pieces } = useSettings()
  const [image] = product.images
  const owner = { id: product.id, collectionId: product.collectionId ?? 'products' }
  const to = paths.product(product.id)
  return (
    <li data-line={lineKey(line)} className="grid grid-cols-[92px_1fr] gap-4 border-line border-b py-4.5">
      {/* The name beside it is the same link: once is enough for keyboards and screen readers. */}
      <Link to={to} tabIndex={-1} aria-hidden="true">
        <Picture source={image ? { src: fileUrl(owner, image, 'small') } : null} alt="" className="size-[92px]" />
      </Link>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <h3 className="text-[1.125rem] leading-[1.3]">
              <Link
                to={to}
                lang={textLanguage(product.name)}
                className="-my-3 inline-block py-3 hover:underline hover:underline-offset-4"
              >
                {product.name}
              </Link>
            </h3>
            <p className="text-ink-3 text-sm">{translate(product.color_name || color || DEFAULT_COLOR)}</p>
          </div>
          <IconButton
            label={t('Remove {name}', { name: product.name })}
            icon={X}
            className="-mt-2.5 -mr-3 text-ink-2"
            onClick={onRemove}
          />
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <QuantityStepper
            size="small"
            value={quantity}
            min={0}
            max={max_pieces}
            decreaseLabel={t('Decrease quantity of {name}', { name: product.name })}
            increaseLabel={t('Increase quantity of {name}', { name: product.name })}
            onChange={(value) => onStep(value - quantity)}
          />
          <span className="tabular-nums">{formatPaise(lineTotal(line))}</span>
        </div>
        {quantity > max_pieces && (
          <p className="mt-2 text-danger text-sm [overflow-wrap:anywhere]">
            {t('One order may have at most {count} of {name}', { count: max_pieces, name: product.name })}
          </p>
        )}
      </div>
    </li>
  )
}
