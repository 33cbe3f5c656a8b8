import type { DeskRole } from '@/domain/desk/role'

/** A screen of the desk, as the side names it. Paths are those of the admin screens' addresses, behind `#`. */
interface Row<Path = string> {
  path: Path
  name: string
  /** At a phone's foot, where the name is too long. */
  short?: string
  roles: readonly DeskRole[]
  /** Pressed after `g`, it leads here. */
  key?: string
  /** A line stands above it in the side. */
  begins?: true
}

const ALL: readonly DeskRole[] = ['owner', 'editor', 'packer']
const WORDS: readonly DeskRole[] = ['owner', 'editor']

/** In the order of the side; the first four stand at a phone's foot. */
export const SCREENS = [
  { path: '/today', name: 'Today', roles: ALL, key: 't' },
  { path: '/packing', name: 'Packing', roles: ['owner', 'packer'], key: 'p' },
  { path: '/shop-orders', name: 'Orders', roles: ['owner'], key: 'o' },
  { path: '/sheet', name: 'Products', roles: WORDS, key: 's', begins: true },
  { path: '/stock-take', name: 'Stock-take', roles: ALL },
  { path: '/import', name: 'CSV in and out', short: 'CSV', roles: WORDS },
  { path: '/promotions', name: 'Promotions', roles: WORDS, key: 'r' },
  { path: '/delivery', name: 'Delivery', roles: ['owner'], key: 'd' },
  { path: '/messages', name: 'Messages', roles: WORDS, key: 'm', begins: true },
  { path: '/look', name: 'Look', roles: WORDS },
  { path: '/preview', name: 'Preview', roles: WORDS },
  { path: '/figures', name: 'Figures', roles: ['owner'] },
  { path: '/staff', name: 'Staff', roles: ['owner'], begins: true },
  { path: '/setup', name: 'Setting up', roles: ['owner'] },
] as const satisfies readonly Row[]

export type ScreenPath = (typeof SCREENS)[number]['path']
export type Screen = Row<ScreenPath>
