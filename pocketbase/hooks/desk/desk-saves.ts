import { fieldProblem, type HttpProblem, type Refuse } from '../guard/answer'
import { refusedFields } from '../lib/record-problems'

/** A sentence beside each of these fields. */
export const refusal = (sentences: { [field: string]: string }): HttpProblem =>
  fieldProblem(
    Object.fromEntries(Object.entries(sentences).map(([field, message]) => [field, { code: 'refused', message }])),
  )

/** Saves a record through the store's own checks, or says beside its fields what is wrong. */
export function saveOrRefuse(txApp: PbApp, record: PbRecord, refuse: Refuse): void {
  try {
    txApp.save(record)
  } catch (error) {
    const fields = refusedFields(error)
    if (Object.keys(fields).length === 0) throw error
    refuse(refusal(fields))
  }
}
