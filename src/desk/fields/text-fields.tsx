import X from '@lucide/icons/icons/x'
import { useState } from 'react'
import { parseJson } from '@/domain/json'
import { Icon } from '@/ui/icon'
import { CONTROL, TextArea, TextField } from '../parts/field'
import { Switch } from '../parts/switch'
import type { FieldProps } from './field-kinds'
import { objectOf, textsOf } from './value'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface LinesProps {
  label: string
  lines: readonly string[]
  onChange: (lines: string[]) => void
}

/** What is typed stays as it is while it is typed: a line that has just begun is empty. */
function Lines({ label, lines, onChange }: LinesProps) {
  const [text, setText] = useState(lines.join('\n'))
  const shown = linesOf(text).join('\n') === lines.join('\n') ? text : lines.join('\n')
  return (
    <TextArea
      label={label}
      rows={Math.max(2, Math.min(8, shown.split('\n').length))}
      value={shown}
      onChange={({ target }) => {
        setText(target.value)
        onChange(linesOf(target.value))
      }}
    />
  )
}

export const LinesField = ({ field, value, onChange }: FieldProps) => (
  <Lines label={field.label} lines={textsOf(value)} onChange={onChange} />
)

/** A text of several lines that the record keeps as it is typed. */
export function ParagraphField({ field, value, onChange }: FieldProps) {
  const text = String(value ?? '')
  return (
    <TextArea
      label={field.label}
      rows={Math.max(2, Math.min(12, text.split('\n').length))}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function ListsField({ field, value, onChange }: FieldProps) {
  const lists = objectOf(value)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{field.label}</legend>
      {Object.entries(field.parts ?? {}).map(([key, label]) => (
        <Lines
          key={key}
          label={label}
          lines={textsOf(lists[key])}
          onChange={(lines) => onChange({ ...lists, [key]: lines })}
        />
      ))}
    </fieldset>
  )
}

export function FactsField({ field, value, onChange }: FieldProps) {
  const facts = objectOf(value)
  const change = (key: string, fact: unknown) => {
    const { [key]: _, ...rest } = facts
    onChange(fact === '' || fact === false ? rest : { ...rest, [key]: fact })
  }
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 font-medium">{field.label}</legend>
      {Object.entries(field.parts ?? {}).map(([key, label]) =>
        key === 'waterResistant' ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch within is one
          <label key={key} className="flex items-center gap-2.5">
            <Switch checked={facts[key] === true} onChange={({ target }) => change(key, target.checked)} />
            {label}
          </label>
        ) : (
          <TextField
            key={key}
            label={label}
            value={String(facts[key] ?? '')}
            onChange={({ target }) => change(key, target.value)}
          />
        ),
      )}
    </fieldset>
  )
}

/** Words as chips: Enter or a comma adds one. */
export function ChipsField({ field, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState('')
  const words = textsOf(value)
  const add = () => {
    const fresh = typed
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word && !words.includes(word))
    if (fresh.length > 0) onChange([...words, ...fresh])
    setTyped('')
  }
  return (
    <fieldset>
      <legend className="mb-1 text-ink-2">{field.label}</legend>
      <ul className="mb-2 flex flex-wrap gap-1.5">
        {words.map((word) => (
          <li key={word} className="flex items-center gap-1 rounded bg-sunken py-1 pr-1 pl-2.5">
            {word}
            <button
              type="button"
              aria-label={`Remove ${word}`}
              className="grid size-6 place-items-center"
              onClick={() => onChange(words.filter((other) => other !== word))}
            >
              <Icon of={X} size={14} />
            </button>
          </li>
        ))}
      </ul>
      <input
        aria-label="Add a tag"
        placeholder="Add a tag"
        value={typed}
        className={CONTROL}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ',') return
          event.preventDefault()
          add()
        }}
      />
    </fieldset>
  )
}

/**
 * What each picture shows, beside the picture. Once something is typed the texts stand by the pictures' names: their
 * places may still change before the save.
 */
export function DescriptionsField({ field, value, onChange, pictures, stored }: FieldProps) {
  const byPlace = parseJson(value)
  const texts = Array.isArray(byPlace)
    ? Object.fromEntries(stored.map((name, place) => [name, byPlace[place]]))
    : objectOf(byPlace)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{field.label}</legend>
      {pictures.length === 0 && <p className="meta">Add pictures first.</p>}
      {pictures.map(({ name, src }, position) => (
        <div key={name} className="flex items-center gap-3">
          <img src={src} alt="" className="photo" />
          <input
            aria-label={`What picture ${position + 1} shows`}
            value={String(texts[name] ?? '')}
            className={CONTROL}
            onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
          />
        </div>
      ))}
    </fieldset>
  )
}
