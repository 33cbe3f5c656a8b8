import type { ComponentType } from 'react'
import { lazyComponent } from '@/ui/lazy'
import { Today } from './today/today'

/** What is drawn at which path; each but the first, which comes with the desk, is fetched when it is opened. */
export const PAGES: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/today', Today],
  ['/messages', lazyComponent(() => import('./messages/messages').then((file) => file.Messages))],
  ['/setup', lazyComponent(() => import('./setup/setup').then((file) => file.Setup))],
  ['/packing', lazyComponent(() => import('./packing/packing').then((file) => file.Packing))],
  ['/import', lazyComponent(() => import('./import/import').then((file) => file.Import))],
  ['/look', lazyComponent(() => import('./look/look').then((file) => file.LookOfHome))],
  ['/preview', lazyComponent(() => import('./preview/preview').then((file) => file.Preview))],
  ['/delivery', lazyComponent(() => import('./delivery/delivery').then((file) => file.DeliveryScreen))],
  ['/figures', lazyComponent(() => import('./figures/figures').then((file) => file.Figures))],
  ['/promotions', lazyComponent(() => import('./promotions/promotions').then((file) => file.Promotions))],
  ['/sheet', lazyComponent(() => import('./products/sheet').then((file) => file.ProductSheet))],
  ['/stock-take', lazyComponent(() => import('./stock-take/stock-take').then((file) => file.StockTake))],
  ['/shop-orders', lazyComponent(() => import('./orders/orders').then((file) => file.Orders))],
  ['/shop-orders/new', lazyComponent(() => import('./orders/entry').then((file) => file.Entry))],
  ['/shop-orders/:id', lazyComponent(() => import('./orders/order').then((file) => file.Order))],
  ['/staff', lazyComponent(() => import('./staff/people').then((file) => file.People))],
]
