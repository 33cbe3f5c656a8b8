import type PocketBase from 'pocketbase'
import {
  type FieldProps,
  type FormPicture,
  formOfType,
  isLeftOut,
  PEOPLE_FIELDS,
  type PeopleField,
  STARTS_ON,
} from './fields/field-kinds'
import type { DeskHost } from './main'
import { SCREENS } from './screens'

/**
 * Everything of PocketBase's admin screens (0.40.4) the desk touches, in this one file: they are experimental and
 * undocumented (ui/src/router.js, store.js, records/recordUpsertModal.js, fields; apis/extensions.go). Built to
 * `dist/desk/main.js`, which PocketBase wraps into a function; the desk itself, and the forms of its own for fields,
 * are fetched when one is opened. `e2e/admin/desk.spec.ts` uses each.
 */
interface AdminScreens {
  pb: PocketBase
  store: {
    headerLinks: { href: string; icon: string; label: string; isActive?: () => boolean }[]
    /** `light` or `dark`. */
    readonly activeColorScheme: string
  }
  routes: {
    fallbackPath: string
    superuserOnly(path: string, page: () => HTMLElement | Promise<HTMLElement>): void
  }
  fieldTypes: { [type: string]: { input?: FieldInput } }
}
declare const app: AdminScreens
/** PocketBase's own: runs `what` now and whenever something it read changes. */
declare function watch(what: () => void): { unwatch(): void } | undefined

/** What a form hands to a field. Only `watch` may read the record: else the field is made anew with each letter. */
interface FormField {
  collection: { id: string; name: string }
  originalRecord: { id?: string; images?: string[] }
  record: { [field: string]: unknown }
  field: { name: string; help?: string }
}
type FieldInput = (props: FormField) => HTMLElement

/** Written in by the build: the desk's entry, and what it imports. */
declare const DESK_FILES: readonly [entry: string, ...needed: string[]]
declare const FIELDS_ENTRY: string

const PATHS = SCREENS.map(({ path }) => `#${path}`)
const isDesk = () => PATHS.some((path) => location.hash.split('?')[0]?.startsWith(path))

function followTheme(element: HTMLElement): void {
  watch(() => {
    element.dataset.theme = app.store.activeColorScheme
  })
}

let host: HTMLElement | undefined

/** One element for all screens: the desk moves from one to the next by itself, and keeps what was typed. */
async function desk(): Promise<HTMLElement> {
  if (!host) {
    const element = document.createElement('div')
    element.id = 'desk'
    element.style.cssText = 'position:relative;flex:1;min-height:0;padding:0;overflow:auto;border-radius:14px 14px 0 0'
    const { mountDesk }: typeof import('./main') = await import(DESK_FILES[0])
    const options: DeskHost = { store: app.pb, signedOut: () => app.pb.authStore.clear(), role: 'owner' }
    mountDesk(element, options)
    followTheme(element)
    host = element
  }
  return host
}

app.store.headerLinks.unshift({ href: '#/today', icon: 'ri-store-2-line', label: 'Shop', isActive: isDesk })
for (const path of PATHS) app.routes.superuserOnly(path, desk)
app.routes.superuserOnly('#/shop-orders/{id}', desk)
app.routes.fallbackPath = '#/today'
// All at once, while PocketBase begins: each would name the next only when it has come.
if (isDesk() || location.hash === '') {
  for (const href of DESK_FILES) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

const addresses = new WeakMap<File, string>()

/** The same for as long as the file is there: another one would draw it anew with each letter that is typed. */
function addressOf(file: File): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file)
  addresses.set(file, address)
  return address
}

/** A phone calls every photograph `image.jpg`: colours and descriptions find a new one by a name of its own. */
function nameApart(record: FormField['record']): void {
  const names = new Set<string>()
  const files = [record.images ?? []].flat().map((file: unknown) => {
    if (!(file instanceof File)) return file
    let { name } = file
    for (let count = 2; names.has(name); count++) name = file.name.replace(/(\.[^.]*)?$/, `-${count}$1`)
    names.add(name)
    return name === file.name ? file : new File([file], name, { type: file.type })
  })
  if (files.some((file, at) => file !== (record.images as unknown[])[at])) record.images = files
}

function picturesOf({ collection, record }: FormField): FormPicture[] {
  const files = Array.isArray(record.images) ? record.images : []
  return files.flatMap((file: unknown) => {
    if (file instanceof File) return [{ name: file.name, src: addressOf(file) }]
    if (typeof file !== 'string') return []
    const owner = { id: record.id, collectionId: collection.id }
    return [{ name: file, src: app.pb.files.getURL(owner, file, { thumb: '100x0' }) }]
  })
}

/** PocketBase writes what a save refuses below the element with the field's name. */
function peopleInput(props: FormField, field: PeopleField): HTMLElement {
  const element = document.createElement('div')
  element.className = 'record-field-input'
  element.innerHTML = '<div class="field"><output></output></div>'
  const place = document.createElement('div')
  const output = element.querySelector('output') as HTMLOutputElement
  output.name = props.field.name
  output.style.cssText = 'display:block;padding:10px'
  output.append(place)
  followTheme(place)
  import(FIELDS_ENTRY).then(({ mountField }: typeof import('./fields/main')) => {
    const mounted = mountField(place)
    const onChange: FieldProps['onChange'] = (value) => {
      props.record[props.field.name] = value
      output.dispatchEvent(new CustomEvent('change', { detail: { data: props }, bubbles: true }))
    }
    const watching = watch(() => {
      nameApart(props.record)
      const pictures = picturesOf(props)
      const stored = props.originalRecord.id ? (props.originalRecord.images ?? []) : pictures.map(({ name }) => name)
      mounted.show({ field, value: props.record[props.field.name], onChange, pictures, stored })
    })
    const gone = new MutationObserver(() => {
      if (element.isConnected) return
      gone.disconnect()
      watching?.unwatch()
      mounted.end()
    })
    gone.observe(document.body, { childList: true, subtree: true })
  })
  return element
}

/** What is made to be shown is shown, unless somebody says otherwise. */
function startOn(props: FormField, place: string): void {
  if (!STARTS_ON.test(place)) return
  setTimeout(() => {
    if (!props.originalRecord.id) props.record[props.field.name] = true
  })
}

/** Its place goes too, once it stands in it: a gap would stay. */
function leaveOut(element: HTMLElement): void {
  setTimeout(() => element.parentElement?.style.setProperty('display', 'none'))
}

for (const [type, kind] of Object.entries(app.fieldTypes)) {
  const { input } = kind
  if (!input) continue
  kind.input = (props) => {
    const { name, help = '' } = props.field
    const place = `${props.collection.name}.${name}`
    const field = PEOPLE_FIELDS[place] ?? formOfType(type, name)
    if (field) return peopleInput(props, field)
    startOn(props, place)
    const element = input(props)
    if (isLeftOut(place, help)) leaveOut(element)
    return element
  }
}
