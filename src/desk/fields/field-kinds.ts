/** How a field of a record is filled in, where a person should not write JSON. */
export type FieldKind =
  | 'colours'
  | 'chips'
  | 'lines'
  | 'paragraph'
  | 'descriptions'
  | 'facts'
  | 'lists'
  | 'category'
  | 'date'

export interface PeopleField {
  kind: FieldKind
  label: string
  /** Names of the parts of `lists` and `facts`, by their key; a fact of `true` is yes or no. */
  parts?: { readonly [key: string]: string }
}

/** A picture of the record in the form: stored, or chosen and not saved yet. */
export interface FormPicture {
  name: string
  src: string
}

export interface FieldProps {
  field: PeopleField
  value: unknown
  onChange: (value: unknown) => void
  pictures: readonly FormPicture[]
  /** Names of the pictures in the order of the stored record; of a new one as they were chosen. */
  stored: readonly string[]
}

/** Fields that get a form of their own, by collection and name. */
export const PEOPLE_FIELDS: { readonly [field: string]: PeopleField | undefined } = {
  'products.category': { kind: 'category', label: 'Category' },
  'products.colors': { kind: 'colours', label: 'Colours' },
  'products.image_alt': { kind: 'descriptions', label: 'What each picture shows' },
  'products.features': { kind: 'lines', label: 'Points, one a line' },
  'products.care': { kind: 'lines', label: 'Care, one a line' },
  'products.ingredients': {
    kind: 'paragraph',
    label: 'Ingredients in order of weight, one a line: Coconut oil | Sodium Cocoate',
  },
  'products.maker': { kind: 'paragraph', label: 'Maker or packer with the address (empty: the seller)' },
  'products.tags': { kind: 'chips', label: 'Tags' },
  'products.specifications': {
    kind: 'facts',
    label: 'Details',
    parts: {
      material: 'Material',
      dimensions: 'Size',
      weight: 'Weight',
      capacity: 'Holds',
      style: 'Style',
      pattern: 'Pattern',
      closure: 'Closes with',
      waterResistant: 'Water resistant',
    },
  },
  'products.care_instructions': {
    kind: 'lists',
    label: 'Care instructions',
    parts: { cleaning: 'Cleaning, one a line', storage: 'Storage, one a line' },
  },
  'products.usage_guidelines': {
    kind: 'lists',
    label: 'How to use it',
    parts: { recommended_use: 'Recommended use, one a line', pro_tips: 'Tips, one a line' },
  },
}

/** What the help of a field says when a person has nothing to do there. */
const NOTHING_TO_DO = /what you (?:type|set) here is ignored|Leave it empty: the store/

/** Fields a form leaves out for another reason: the store counts it; another field is the better one. */
const LEFT_OUT = ['products.rating_counts', 'products.shades', 'special_offers.gift_product_id']

/** Whether a form leaves the field out. */
export const isLeftOut = (name: string, help: string): boolean => NOTHING_TO_DO.test(help) || LEFT_OUT.includes(name)

/** Switches that are on in the form of a new record, by collection and name. */
export const STARTS_ON =
  /^(products\.inStock|(testimonials|promises|makers|slider_images)\.active|(navbar|homepage)_config\.show_\w+)$/

/** The form of a field of this type, where every one of them is to be filled in otherwise. */
export const formOfType = (type: string, name: string): PeopleField | undefined =>
  type === 'date' ? { kind: 'date', label: `${name} (Indian time)` } : undefined
