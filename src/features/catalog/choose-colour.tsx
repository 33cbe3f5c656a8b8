import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useSettings } from '@/api/settings'
import type { Product } from '@/domain/catalog/product'
import { formatRupees } from '@/domain/money'
import { addToCart } from '@/features/cart/add-to-cart'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Button } from '@/ui/button'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { Sheet } from '@/ui/sheet'
import { type ColourQuestion, endColourQuestion, useColourQuestion } from './choose-colour-store'
import { ColourRadio } from './colour-choice'

/**
 * Which colour of a product goes into the cart (CARD-08): a sheet from below on phones, else in the middle of the
 * page. None is chosen beforehand.
 */
export function ChooseColour() {
  const question = useColourQuestion()
  // What was asked last is still to be seen while the sheet closes.
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  return shown && <Choice key={shown.number} question={shown} open={question !== null} />
}

function Choice({ question, open }: { question: ColourQuestion; open: boolean }) {
  const { product } = question
  const { max_pieces } = useSettings()
  const [color, setColor] = useState('')
  const [quantity, setQuantity] = useState(question.quantity)
  const [missing, setMissing] = useState(false)
  const colors = useRef<HTMLFieldSetElement>(null)
  const add = useAddedOnceClosed(question, open, { quantity, color })
  const press = () => {
    if (color) return add()
    setMissing(true)
    colors.current?.querySelector('input')?.focus()
  }
  return (
    <Sheet
      open={open}
      onOpenChange={endColourQuestion}
      title={t('Choose a colour')}
      low
      head={
        <h2 lang={textLanguage(product.name)} className="text-h3 tracking-normal [overflow-wrap:anywhere]">
          {product.name}
        </h2>
      }
      foot={
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <QuantityStepper size="small" value={quantity} max={max_pieces} onChange={setQuantity} />
            <span className="font-medium text-[1.25rem] tabular-nums">{formatRupees(product.price)}</span>
          </div>
          <Button block large className="mt-3" onClick={press}>
            {t('Add to Cart')}
          </Button>
        </>
      }
    >
      <Colors ref={colors} product={product} chosen={color} onChoose={setColor} missing={missing} />
    </Sheet>
  )
}

interface ColorsProps {
  ref: Ref<HTMLFieldSetElement>
  product: Product
  /** Value of the chosen colour; empty for none. */
  chosen: string
  onChoose: (value: string) => void
  /** None was chosen when it was to be added. */
  missing: boolean
}

function Colors({ ref, product, chosen, onChoose, missing }: ColorsProps) {
  const group = useId()
  return (
    <fieldset ref={ref} className="min-w-0 py-4.5">
      {/* Floated, it stands inside of the padding. */}
      <legend className="float-left mb-2.5 w-full text-ink-2 text-sm">{t('Choose a colour')}</legend>
      <div className="clear-both grid grid-cols-[repeat(auto-fill,max(76px,4.5rem))] gap-x-3 gap-y-4 [overflow-wrap:anywhere]">
        {product.colors.map((colour) => (
          <div key={colour.value}>
            <ColourRadio
              product={product}
              colour={colour}
              group={group}
              checked={colour.value === chosen}
              onChoose={onChoose}
            />
            <span aria-hidden="true" lang={textLanguage(colour.name)} className="block pt-2 text-sm leading-[1.3]">
              {colour.name}
            </span>
          </div>
        ))}
      </div>
      <p role="alert" className="text-danger text-sm">
        {missing && !chosen && <span className="block pt-3">{t('Please choose a colour.')}</span>}
      </p>
    </fieldset>
  )
}

/**
 * Ends the question, and puts the product into the cart once it is closed: the cart that opens then finds the focus
 * where the question came from, and gives it back there.
 */
function useAddedOnceClosed(
  { product, opener }: ColourQuestion,
  open: boolean,
  how: { quantity: number; color: string },
) {
  const [wanted, setWanted] = useState<typeof how | null>(null)
  useEffect(() => {
    if (open || !wanted) return
    setWanted(null)
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    addToCart(product, wanted)
  }, [open, wanted, product, opener])
  return () => {
    setWanted(how)
    endColourQuestion()
  }
}
