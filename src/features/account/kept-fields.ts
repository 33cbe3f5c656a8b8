import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { parseText } from '@/domain/json'
import { readTyped, saveTyped } from '@/lib/typed'

type Form<Fields extends FieldValues> = Pick<UseFormReturn<Fields>, 'getValues' | 'setValue' | 'subscribe'>

/**
 * Fills in what was typed before a reload, where nothing was typed since, and keeps what is typed (BEGUN-01).
 * @param kept under which name: forms with the same one begin with each other's words
 * @param names of texts; never of a password
 */
export function useKeptFields<Fields extends FieldValues>(
  kept: string,
  names: readonly Path<Fields>[],
  { getValues, setValue, subscribe }: Form<Fields>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stay what they are
  useEffect(() => {
    const typed = Object(readTyped(kept))
    for (const name of names) {
      const text = parseText(typed[name])
      if (text && !getValues(name)) setValue(name, text as PathValue<Fields, Path<Fields>>)
    }
    const keep = (values: Fields) => saveTyped(kept, Object.fromEntries(names.map((name) => [name, values[name]])))
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [kept, getValues, setValue, subscribe])
}
