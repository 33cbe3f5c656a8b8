import type { CartLine } from '@/domain/cart/cart'
import { t, translate } from '@/language/text'
import { Button, type ButtonProps } from '@/ui/button'

interface LineActionsProps {
  /** What the shopper knows it as. */
  name: string
  /** Pieces that can be had instead; 0 for none. */
  available?: number
  look: ButtonProps['look']
  onTake: (pieces: number) => void
  onRemove: () => void
}

/** What tells a line from the others of its product. */
export const lineName = ({ product: { name, color_name }, color }: CartLine): string =>
  color ? `${name}, ${translate(color_name || color)}` : name

/** The ways out for a line that cannot be ordered as it is: fewer pieces where there are some, or none. */
export function LineActions({ name, available = 0, look, onTake, onRemove }: LineActionsProps) {
  return (
    <>
      {available > 0 && (
        <Button look={look} onClick={() => onTake(available)}>
          {t('Take {count} instead', { count: available })}
        </Button>
      )}
      <Button look={available > 0 ? 'ghost' : look} onClick={onRemove}>
        {t('Remove {name}', { name })}
      </Button>
    </>
  )
}
