import { useId } from 'react'
import { fileUrl } from '@/api/files'
import { colorName, isAvailable, type Product, type ProductColor } from '@/domain/catalog/product'
import { t } from '@/language/text'
import { PictureRadio } from '@/ui/picture-radio'
import { SwatchRadio } from '@/ui/swatch-radio'

interface ColourChoiceProps {
  product: Product
  /** Value of the colour. */
  chosen: string
  onChoose: (color: string) => void
}

/** The colours a product comes in: chosen by their pictures, or by discs where the maker has given none. */
export function ColourChoice({ product, chosen, onChoose }: ColourChoiceProps) {
  const group = useId()
  const pictured = hasPictures(product)
  return (
    <fieldset className="mb-4.5 min-w-0">
      <legend className="mb-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
        {t('Colour')}
        {/* The chosen radio says its name itself; the group's name stays one word. */}
        <span aria-hidden="true">
          : <span className="font-medium text-ink">{colorName(product, chosen)}</span>
        </span>
      </legend>
      <div className={pictured ? 'flex flex-wrap gap-1.5 p-1 -m-1' : '-ml-1.5 flex flex-wrap gap-1.5'}>
        {product.colors.map((colour) => (
          <ColourRadio
            key={colour.value}
            product={product}
            colour={colour}
            group={group}
            checked={colour.value === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  )
}

const hasPictures = ({ colors }: Product) => colors.some(({ images }) => images.length > 0)

interface ColourRadioProps {
  product: Product
  colour: ProductColor
  /** Tells the radios of one choice from those of another. */
  group: string
  checked: boolean
  onChoose: (color: string) => void
}

/** One colour of a product; the radio's name is the colour's. */
export function ColourRadio({ product, colour, group, checked, onChoose }: ColourRadioProps) {
  const { name, value, hex } = colour
  const [image] = colour.images
  const radio = {
    name: `colour-${group}`,
    value,
    label: name,
    hex,
    out: !isAvailable(product),
    checked,
    onChange: () => onChoose(value),
    // Firefox takes the tick from the one that a reloaded page comes with.
    autoComplete: 'off',
  }
  return hasPictures(product) ? (
    <PictureRadio {...radio} picture={image && fileUrl(product, image, 'small')} />
  ) : (
    <SwatchRadio {...radio} />
  )
}
