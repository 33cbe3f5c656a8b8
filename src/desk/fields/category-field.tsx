import { useEffect, useId, useState } from 'react'
import { TextField } from '../parts/field'
import type { FieldProps } from './field-kinds'

/** A category that is there already, whatever its capital letters, or a new word. */
export function CategoryField({ field, value, onChange }: FieldProps) {
  const id = useId()
  const [known, setKnown] = useState<readonly string[]>([])
  useEffect(() => {
    fetch('/api/store/categories')
      .then((answer) => answer.json())
      .then((answer: { categories?: { category: string }[] }) =>
        setKnown(answer.categories?.map(({ category }) => category) ?? []),
      )
      // Without the list it is typed.
      .catch(() => undefined)
  }, [])
  const typed = String(value ?? '')
  const [left, setLeft] = useState(false)
  const same = known.find((category) => category === typed.trim().toLowerCase())
  // Also where the list comes after the field was left.
  useEffect(() => {
    if (left && same && same !== typed) onChange(same)
  }, [left, same, typed, onChange])
  const isNew = typed !== '' && known.length > 0 && !known.includes(typed)
  return (
    <>
      <TextField
        label={field.label}
        list={id}
        value={typed}
        hint={isNew ? `“${typed}” will be a new category.` : 'Choose one, or write a new word.'}
        onChange={({ target }) => onChange(target.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
      <datalist id={id}>
        {known.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  )
}
