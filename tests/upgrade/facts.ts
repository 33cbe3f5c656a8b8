/**
 * What a kept data folder was when its own store had done with it (make.ts writes it, tests/backend/upgrade.test.ts
 * asks).
 */
export interface UpgradeFacts {
  commit: string
  /** ms since 1970 */
  time: number
  product: string
  user: { id: string; email: string }
  orders: KeptOrder[]
  bills: { number: string; order: string; sequence: number }[]
  paidOnline: boolean
}

export interface KeptOrder {
  id: string
  token: string
  key: string
  /** What placed it, to be sent again. */
  body: unknown
  row: { [field: string]: unknown }
}

/** What the tokens of the kept orders are made with. */
export const TOKEN_SECRET = 'secret of the kept data folders, which no shop has: 0123456789ab'
