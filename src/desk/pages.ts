import type { LucideIconData } from '@lucide/icons'
import ChartColumn from '@lucide/icons/icons/chart-column'
import ClipboardCheck from '@lucide/icons/icons/clipboard-check'
import Eye from '@lucide/icons/icons/eye'
import FileSpreadsheet from '@lucide/icons/icons/file-spreadsheet'
import ListChecks from '@lucide/icons/icons/list-checks'
import MessageSquare from '@lucide/icons/icons/message-square'
import Package from '@lucide/icons/icons/package'
import Palette from '@lucide/icons/icons/palette'
import ReceiptText from '@lucide/icons/icons/receipt-text'
import Sun from '@lucide/icons/icons/sun'
import Table2 from '@lucide/icons/icons/table-2'
import Tag from '@lucide/icons/icons/tag'
import Truck from '@lucide/icons/icons/truck'
import Users from '@lucide/icons/icons/users'
import type { ComponentType } from 'react'
import { lazyComponent } from '@/ui/lazy'
import type { ScreenPath } from './screens'
import { Today } from './today/today'

/** Icon and page of each screen; each page but the first, which comes with the desk, is fetched when it is opened. */
export const SCREEN_VIEWS: { readonly [path in ScreenPath]: readonly [icon: LucideIconData, page: ComponentType] } = {
  '/today': [Sun, Today],
  '/packing': [Package, lazyComponent(() => import('./packing/packing').then((file) => file.Packing))],
  '/shop-orders': [ReceiptText, lazyComponent(() => import('./orders/orders').then((file) => file.Orders))],
  '/sheet': [Table2, lazyComponent(() => import('./products/sheet').then((file) => file.ProductSheet))],
  '/stock-take': [
    ClipboardCheck,
    lazyComponent(() => import('./stock-take/stock-take').then((file) => file.StockTake)),
  ],
  '/import': [FileSpreadsheet, lazyComponent(() => import('./import/import').then((file) => file.Import))],
  '/promotions': [Tag, lazyComponent(() => import('./promotions/promotions').then((file) => file.Promotions))],
  '/delivery': [Truck, lazyComponent(() => import('./delivery/delivery').then((file) => file.DeliveryScreen))],
  '/messages': [MessageSquare, lazyComponent(() => import('./messages/messages').then((file) => file.Messages))],
  '/look': [Palette, lazyComponent(() => import('./look/look').then((file) => file.LookOfHome))],
  '/preview': [Eye, lazyComponent(() => import('./preview/preview').then((file) => file.Preview))],
  '/figures': [ChartColumn, lazyComponent(() => import('./figures/figures').then((file) => file.Figures))],
  '/staff': [Users, lazyComponent(() => import('./staff/people').then((file) => file.People))],
  '/setup': [ListChecks, lazyComponent(() => import('./setup/setup').then((file) => file.Setup))],
}

/** What is drawn at which path. */
export const PAGES: readonly (readonly [path: string, page: ComponentType])[] = [
  ...Object.entries(SCREEN_VIEWS).map(([path, [, page]]) => [path, page] as const),
  ['/shop-orders/new', lazyComponent(() => import('./orders/entry').then((file) => file.Entry))],
  ['/shop-orders/:id', lazyComponent(() => import('./orders/order').then((file) => file.Order))],
]
