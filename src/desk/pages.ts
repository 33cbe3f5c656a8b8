import { type ComponentType, lazy } from 'react'

/** What is drawn at which path; each is fetched when it is opened. */
export const PAGES: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/today', lazy(() => import('./today/today').then(({ Today }) => ({ default: Today })))],
  ['/messages', lazy(() => import('./messages/messages').then(({ Messages }) => ({ default: Messages })))],
  ['/setup', lazy(() => import('./setup/setup').then(({ Setup }) => ({ default: Setup })))],
  ['/packing', lazy(() => import('./packing/packing').then(({ Packing }) => ({ default: Packing })))],
  ['/import', lazy(() => import('./import/import').then(({ Import }) => ({ default: Import })))],
  ['/look', lazy(() => import('./look/look').then(({ LookOfHome }) => ({ default: LookOfHome })))],
  ['/preview', lazy(() => import('./preview/preview').then(({ Preview }) => ({ default: Preview })))],
  ['/delivery', lazy(() => import('./delivery/delivery').then(({ DeliveryScreen }) => ({ default: DeliveryScreen })))],
  ['/figures', lazy(() => import('./figures/figures').then(({ Figures }) => ({ default: Figures })))],
  ['/promotions', lazy(() => import('./promotions/promotions').then(({ Promotions }) => ({ default: Promotions })))],
  ['/sheet', lazy(() => import('./products/sheet').then(({ ProductSheet }) => ({ default: ProductSheet })))],
  ['/stock-take', lazy(() => import('./stock-take/stock-take').then(({ StockTake }) => ({ default: StockTake })))],
  ['/shop-orders', lazy(() => import('./orders/orders').then(({ Orders }) => ({ default: Orders })))],
  ['/shop-orders/new', lazy(() => import('./orders/entry').then(({ Entry }) => ({ default: Entry })))],
  ['/shop-orders/:id', lazy(() => import('./orders/order').then(({ Order }) => ({ default: Order })))],
  ['/staff', lazy(() => import('./staff/people').then(({ People }) => ({ default: People })))],
]
