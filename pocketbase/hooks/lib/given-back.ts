import { parseJson } from '../../../src/domain/json'
import { givenBack, parseRefundLines, type RefundLines } from '../../../src/domain/payments/refund-pieces'
import { rows } from './rows'

/** What refunds give back of these orders by pieces, see `givenBack`. One of rupees alone has no lines, NULL in SQL. */
export function givenBackOf(
  app: PbApp,
  orders: readonly string[],
): { refund: string; order: string; lines: RefundLines }[] {
  const refunds = rows(
    app,
    `SELECT id, "order", status, COALESCE(lines, '') AS lines FROM refunds
     WHERE "order" IN (SELECT value FROM json_each({:orders}))`,
    { orders: JSON.stringify(orders) },
    { id: '', order: '', status: '', lines: '' },
  )
  return refunds.flatMap(({ id: refund, order, status, lines }) =>
    givenBack([{ status, lines: parseRefundLines(parseJson(lines)) }]).map((lines) => ({ refund, order, lines })),
  )
}
