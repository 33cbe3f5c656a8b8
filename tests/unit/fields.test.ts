import { expect, test } from 'vitest'
import { PRODUCT_FIELDS, parseProduct } from '@/domain/catalog/product'
import type { Field } from '@/domain/fields'
import { formProblem } from '@/domain/form-problem'

const forms = Object.entries<Field<unknown>>(PRODUCT_FIELDS).flatMap(([name, { form }]) =>
  form ? [[name, form] as const] : [],
)

/** What each form's own example says, read from the sentence that shows it. */
const exampleOf = (name: string): unknown => {
  const said = formProblem((PRODUCT_FIELDS as Record<string, Field<unknown>>)[name] as Field<unknown>, 7)
  return JSON.parse(/(?:such as|as) ([[{].*[\]}])\.$/.exec(said ?? '')?.[1] ?? '')
}

test.each(forms)(
  'PROD-02 %s: what the admin screens take, the shop reads whole; what it would drop, they refuse',
  (name) => {
    const field = (PRODUCT_FIELDS as Record<string, Field<unknown>>)[name] as Field<unknown>
    const example = exampleOf(name)
    expect(formProblem(field, example)).toBeUndefined()
    expect(parseProduct({ [name]: example })[name as 'tags']).toMatchObject(example as string[])
    expect(parseProduct({ [name]: JSON.stringify(example) })[name as 'tags']).toMatchObject(example as string[])
    for (const broken of [
      undefined,
      'soap',
      7,
      [5],
      { weight: 5, cleaning: 'x', recommended_use: [5], waterResistant: 'no' },
    ])
      expect(formProblem(field, broken), JSON.stringify(broken)).toMatch(/\.$/)
    expect(formProblem(field, null)).toBeUndefined()
    expect(parseProduct({ [name]: null })[name as 'tags']).toEqual(parseProduct({ [name]: 'soap' })[name as 'tags'])
  },
)

test('FORM-01 descriptions keep the places of their pictures, also behind one without words', () => {
  expect(parseProduct({ image_alt: ['', ' A green soap ', null] }).image_alt).toEqual(['', 'A green soap', ''])
})
