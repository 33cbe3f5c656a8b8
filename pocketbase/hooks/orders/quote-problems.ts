import type { FieldProblems } from '../../../src/domain/check-request'
import { arrivesLater, giftsOf, type PaymentChoice, type Quote } from '../../../src/domain/orders/quote'
import { fieldProblem, type HttpProblem, httpProblem } from '../guard/answer'
import type { Asked } from './new-order'

const STOCK_PROBLEMS = new Set<string>(['out_of_stock', 'insufficient_stock', 'left_for_others'])
const QUANTITY_PROBLEMS = new Set<string>([...STOCK_PROBLEMS, 'too_many'])

/** Why this order cannot be placed as it was asked for, or null. */
export function quoteProblem(request: Asked, priced: Quote, choice: PaymentChoice | undefined): HttpProblem | null {
  const fields: FieldProblems = {}
  let stock = false
  for (const line of priced.items) {
    if (!line.problem) continue
    const position = request.items.findIndex((item) => item.product === line.product && item.color === line.color)
    const field =
      line.problem.code === 'unknown_color'
        ? 'color'
        : QUANTITY_PROBLEMS.has(line.problem.code)
          ? 'quantity'
          : 'product'
    if (STOCK_PROBLEMS.has(line.problem.code)) stock = true
    fields[`items.${position}.${field}`] = line.problem
  }
  if (Object.keys(fields).length > 0) {
    if (stock)
      return httpProblem(409, 'out_of_stock', 'Something in your cart is no longer available.', {
        ...fields,
        quote: priced,
      })
    return { ...fieldProblem(fields), data: { ...fields, quote: priced } }
  }
  const [whole] = priced.problems
  if (whole) return wholeProblem(whole, priced)
  // Before the total: it is why that is another.
  const lost = promiseProblem(request, priced)
  if (lost) return httpProblem(409, 'cart_changed', lost, { quote: priced })
  // The exact total stands above the choice of payment, the rounded one beside cash: a shopper may have been shown
  // either.
  const exact = priced.grand_total + (choice?.fee ?? 0)
  if (request.expected_total !== exact && request.expected_total !== choice?.total) {
    return httpProblem(409, 'cart_changed', 'Prices have changed since you saw them.', { quote: priced })
  }
  if (!choice?.available) {
    return fieldProblem({
      payment_method: { code: 'not_available', message: choice?.reason ?? 'This way to pay is not offered.' },
    })
  }
  return null
}

/** What stands against the order as a whole. */
function wholeProblem(problem: Quote['problems'][number], priced: Quote): HttpProblem {
  if (problem.code === 'below_minimum') return httpProblem(400, problem.code, problem.message, { quote: priced })
  const fields = { [problem.code === 'own_state_only' ? 'address.state' : 'address.pincode']: problem }
  return { ...fieldProblem(fields), data: { ...fields, quote: priced } }
}

/** What was promised and is not given any more, as a sentence, or null. */
function promiseProblem(request: Asked, priced: Quote): string | null {
  if (request.code !== '' && priced.code_problem) return priced.code_problem.message
  const withheld = priced.withheld?.find(({ id }) => request.promotions.includes(id))
  if (withheld) return withheld.message
  if (request.gift && !giftsOf(priced).some(({ product }) => product === request.gift))
    return 'The free gift is no longer available.'
  const given = new Set(priced.promotions.map(({ id }) => id))
  if (!request.promotions.every((id) => given.has(id))) return 'An offer you saw has ended.'
  return arrivesLater(priced, request.arrives_until) ? 'It would arrive later than you were shown.' : null
}
