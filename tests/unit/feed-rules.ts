import { Parser } from 'htmlparser2'

/**
 * Attributes of Google's product data specification (https://support.google.com/merchants/answer/7052112) that the
 * feed uses: whether each item needs it, and what its text may be.
 */
interface Rule {
  required?: boolean
  many?: number
  longest?: number
  shape?: RegExp
}

export const FEED_ORIGIN = 'https://shop.example'
const MONEY = /^\d+\.\d\d INR$/
const ADDRESS = /^https:\/\/[^\s<>"]+$/
const RULES: { readonly [name: string]: Rule } = {
  id: { required: true, longest: 50, shape: /^[\w-]+$/ },
  title: { required: true, longest: 150 },
  description: { required: true, longest: 5000 },
  link: { required: true, longest: 2000, shape: ADDRESS },
  image_link: { required: true, longest: 2000, shape: ADDRESS },
  additional_image_link: { many: 10, longest: 2000, shape: ADDRESS },
  availability: { required: true, shape: /^(in_stock|out_of_stock|preorder|backorder)$/ },
  price: { required: true, shape: MONEY },
  sale_price: { shape: MONEY },
  maximum_retail_price: { shape: MONEY },
  condition: { required: true, shape: /^(new|refurbished|used)$/ },
  brand: { required: true, longest: 70 },
  identifier_exists: { shape: /^(yes|no)$/ },
  item_group_id: { longest: 50 },
  color: { longest: 100 },
  product_type: { longest: 750 },
  material: { longest: 200 },
  unit_pricing_measure: { shape: /^\d+(\.\d+)? (g|kg|ml|l|cm|ct)$/ },
  unit_pricing_base_measure: { shape: /^(1|100) (g|kg|ml|l|cm|ct)$/ },
  // Both stand inside `shipping`, whose price is read as its own.
  country: { shape: /^IN$/ },
  shipping: { shape: MONEY },
}

export type FeedItem = { [name: string]: string[] }

/** Items of a feed: texts by attribute. @throws what is not well-formed */
export function itemsOf(xml: string): FeedItem[] {
  const items: FeedItem[] = []
  const open: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentagname(name) {
        open.push(name)
        text = ''
        if (name === 'item') items.push({})
      },
      ontext: (more) => {
        text += more
      },
      onclosetag(name, implied) {
        if (implied || open.pop() !== name) throw new Error(`<${name}> is not closed`)
        const item = items.at(-1)
        const attribute = /^g:(.+)$/.exec(name)?.[1]
        if (item && attribute && text.trim() !== '') {
          const key = open.at(-1) === 'g:shipping' && attribute === 'price' ? 'shipping' : attribute
          item[key] = [...(item[key] ?? []), text]
        }
        text = ''
      },
      onerror: (error) => {
        throw error
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  if (open.length > 0) throw new Error(`${open.join(', ')} are not closed`)
  return items
}

function problemsOfItem(item: FeedItem): string[] {
  const said = Object.entries(item).flatMap(([name, values]) => {
    const rule = RULES[name]
    if (!rule) return [`${name} is no attribute`]
    const { many = 1, longest = Number.POSITIVE_INFINITY, shape = /\S/ } = rule
    return [
      ...(values.length > many ? [`${name} stands there ${values.length} times`] : []),
      ...values.filter((value) => Array.from(value).length > longest).map(() => `${name} is too long`),
      ...values.filter((value) => !shape.test(value)).map((value) => `${name} is ${value}`),
    ]
  })
  const missing = Object.keys(RULES).filter((name) => RULES[name]?.required && !item[name])
  const group = item.item_group_id && !item.color ? ['a group by no colour'] : []
  return [...said, ...group, ...missing.map((name) => `${name} is missing`)]
}

/** What Google would refuse in a feed. */
export function problemsOf(xml: string): string[] {
  const items = itemsOf(xml)
  const ids = items.map(({ id }) => id?.[0])
  return [
    ...(xml.startsWith(
      '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    )
      ? []
      : ['It is no feed']),
    ...(new Set(ids).size < ids.length ? ['Two items have one id'] : []),
    ...(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml) ? ['It holds what no XML may'] : []),
    ...(/&(?!(amp|lt|gt|quot|#39);)/.test(xml) ? ['An & stands by itself'] : []),
    ...items.flatMap(problemsOfItem),
  ]
}
