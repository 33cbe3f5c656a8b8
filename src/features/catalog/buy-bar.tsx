import { type RefObject, useEffect, useState } from 'react'
import { fileUrl } from '@/api/files'
import { colorName, type Product, picturesOf } from '@/domain/catalog/product'
import { formatRupees } from '@/domain/money'
import { t } from '@/language/text'
import { useMediaQuery } from '@/lib/media-query'
import { Button } from '@/ui/button'
import { OfferPrice } from './price'

/** Narrower than the two columns, where the page's own button scrolls away (look: below 768 px). */
const PHONE = '(max-width: 47.99em)'

interface BuyBarProps {
  /** The page's own Add to Cart: the bar stands in for it while it is out of view. */
  button: RefObject<HTMLElement | null>
  /** Where the product ends: from there on the bar would only cover other things. */
  end: RefObject<HTMLElement | null>
  product: Product
  /** Value of the chosen colour; empty where there are none. */
  colour: string
  onAdd: () => void
}

/**
 * Price and Add to Cart at the foot of a phone's screen. A shortcut for thumbs: the page's own button does the same,
 * so screen readers and the keyboard meet only that one.
 */
export function BuyBar({ button, end, product, colour, onAdd }: BuyBarProps) {
  const shown = useOutOfView(button, end)
  const phone = useMediaQuery(PHONE)
  if (!shown || !phone) return null
  const [picture] = picturesOf(product, colour)
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 bottom-[var(--consent-height,0px)] z-chat flex flex-wrap items-center gap-3 border-line border-t bg-page px-gutter pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] transition-[translate] duration-base ease-out starting:translate-y-full"
    >
      {picture && (
        <img src={fileUrl(product, picture, 'small')} alt="" className="photo size-11 flex-none object-cover" />
      )}
      <span className="max-w-[max(40%,5.5em)] flex-none">
        <span className="block font-medium tabular-nums leading-tight">{formatRupees(product.price)}</span>
        <OfferPrice offer={product.offer} className="block truncate text-xs" />
        {colour && <span className="block truncate text-ink-3 text-xs">{colorName(product, colour)}</span>}
      </span>
      <span className="flex-1">
        <Button block tabIndex={-1} onClick={onAdd}>
          {t('Add to Cart')}
        </Button>
      </span>
    </div>
  )
}

function useOutOfView(button: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const [own, last] = [button.current, end.current]
    if (!own || !last || typeof IntersectionObserver !== 'function') return
    let ownSeen = true
    let ended = false
    const watch = (element: Element, rootMargin: string, tell: (seen: boolean) => void) => {
      const observer = new IntersectionObserver(
        (entries) => {
          tell(entries.at(-1)?.isIntersecting ?? false)
          setShown(!ownSeen && !ended)
        },
        { rootMargin },
      )
      observer.observe(element)
      return observer
    }
    const observers = [
      watch(own, '0px', (seen) => {
        ownSeen = seen
      }),
      // Whatever lies above counts as seen: a jump to the page's foot passes the end without showing it.
      watch(last, '1000000px 0px 0px', (seen) => {
        ended = seen
      }),
    ]
    return () => {
      for (const observer of observers) observer.disconnect()
    }
  }, [button, end])
  return shown
}
