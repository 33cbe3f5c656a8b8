import { storedJson, TYPED_KEY } from './stored-json'

/** What was begun in short forms, never a password, kept for a reload (BEGUN-01). */
const typedStore = storedJson(TYPED_KEY, 'tab')

const readAll = () => Object(typedStore.read()) as Record<string, unknown>

/** What was typed into this form, not to be trusted; undefined without any. Browser only; never throws. */
export const readTyped = (form: string): unknown => readAll()[form]

/**
 * @param typed left out: it has arrived, and is forgotten. Fields that are not named stay as they were kept.
 */
export function saveTyped(form: string, typed?: object): void {
  const all = readAll()
  typedStore.write({ ...all, [form]: typed && { ...Object(all[form]), ...typed } })
}
