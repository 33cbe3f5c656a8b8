import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shadowPlace } from '../shadow'
import { CategoryField } from './category-field'
import { ColoursField } from './colours-field'
import { DateField } from './date-field'
import type { FieldKind, FieldProps } from './field-kinds'
import { ChipsField, DescriptionsField, FactsField, LinesField, ListsField, ParagraphField } from './text-fields'

const FIELDS: { readonly [kind in FieldKind]: ComponentType<FieldProps> } = {
  category: CategoryField,
  colours: ColoursField,
  descriptions: DescriptionsField,
  lines: LinesField,
  paragraph: ParagraphField,
  chips: ChipsField,
  facts: FactsField,
  lists: ListsField,
  date: DateField,
}

/** Draws a field of a record's form into an element of the admin screens; call what it returns with each new value. */
export function mountField(element: HTMLElement): { show: (props: FieldProps) => void; end: () => void } {
  const root = createRoot(shadowPlace(element, 'desk-field'))
  const show = (props: FieldProps) => {
    const Field = FIELDS[props.field.kind]
    // At once: the form hands it back a moment later, when the caret is at the end and the next letter is typed.
    const onChange: FieldProps['onChange'] = (value) => {
      show({ ...props, value })
      props.onChange(value)
    }
    root.render(
      <StrictMode>
        <Field {...props} onChange={onChange} />
      </StrictMode>,
    )
  }
  return { show, end: () => root.unmount() }
}
