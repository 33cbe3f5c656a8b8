import { unitPrice } from '@/domain/catalog/label'
import type { Product } from '@/domain/catalog/product'
import { type Paise, plainRupees } from '@/domain/money'

/** UN/CEFACT Common Code by the label's unit. */
const UNIT_CODES: Readonly<Record<string, string>> = {
  ...{ g: 'GRM', kg: 'KGM', ml: 'MLT', l: 'LTR', cm: 'CMT', m: 'MTR', piece: 'C62' },
}

const amount = (value: number, unit: string) => ({
  '@type': 'QuantitativeValue',
  value,
  unitCode: UNIT_CODES[unit],
})

/** What a product's label says, as schema.org has it for a `Product`; nothing where the record has nothing. */
export function labelData({ dimensions, material, label }: Product): object {
  const { net_quantity = 0, net_unit = '', country_of_origin, maker = '' } = label ?? {}
  const [name = '', ...address] = maker.split(/,|\n/).map((part) => part.trim())
  return {
    ...(net_quantity > 0 && /g$/.test(net_unit) && { weight: amount(net_quantity, net_unit) }),
    ...(dimensions && { size: dimensions }),
    ...(material && { material }),
    ...(country_of_origin && { countryOfOrigin: { '@type': 'Country', name: country_of_origin } }),
    ...(name && {
      manufacturer: {
        '@type': 'Organization',
        name,
        ...(address.length > 0 && { address: address.filter(Boolean).join(', ') }),
      },
    }),
  }
}

/** The price of an offer with what it is for, so that prices by weight can be compared; nothing where none is said. */
export function unitPriceData(price: Paise, { label }: Product): object {
  const unit = label && unitPrice(price, label)
  if (!unit) return {}
  return {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: plainRupees(price),
      priceCurrency: 'INR',
      referenceQuantity: {
        ...amount(label.net_quantity, label.net_unit),
        valueReference: amount(1, unit.unit),
      },
    },
  }
}
