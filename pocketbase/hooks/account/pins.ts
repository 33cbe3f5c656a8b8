import { pinRequestSchema } from '../../../src/domain/account/address'
import { stateOfPincode } from '../../../src/domain/account/pincode'
import type { PinAnswer } from '../../../src/domain/account/place'
import { checkRequest } from '../../../src/domain/check-request'
import { answerProblem, fieldProblem } from '../guard/answer'
import { rows } from '../lib/rows'

/** How long an answer may be kept, s. */
const KEPT_S = 300

const SQL = `SELECT directory.edition, code.id IS NOT NULL AS known, COALESCE(code.state, '') AS state,
    COALESCE(code.district, '') AS district, COALESCE(code.office, '') AS office
  FROM pin_directories AS directory
  LEFT JOIN pin_codes AS code ON code.edition = directory.edition AND code.pincode = {:pincode}
  WHERE directory.since != '' ORDER BY directory.edition DESC LIMIT 1`
const LIKE = { edition: 0, known: false, state: '', district: '', office: '' }

/** What the shop knows of a PIN code: from India Post's directory where the owner brought it in, else by its digits. */
function pinAnswer(app: PbApp, pincode: string): PinAnswer {
  const [found] = rows(app, SQL, { pincode }, LIKE)
  return {
    pincode,
    state: found?.state || (stateOfPincode(pincode) ?? ''),
    district: found?.district ?? '',
    office: found?.office ?? '',
    known: found?.known ?? null,
  }
}

/** The state's two-letter code a PIN code is in, as far as the shop knows; empty where that is open. */
export const stateOfPin = (app: PbApp, pincode: string): string => (pincode ? pinAnswer(app, pincode).state : '')

/** `GET /api/store/pin/{pincode}`: `PinAnswer`, to anybody. 400 with a sentence for what is no PIN code. */
export function findPin(e: PbRequestEvent): void {
  const asked = checkRequest(pinRequestSchema, { pincode: e.request.pathValue('pincode') })
  if ('problems' in asked) {
    answerProblem(e, fieldProblem(asked.problems))
    return
  }
  e.response.header().set('Cache-Control', `public, max-age=${KEPT_S}`)
  e.json(200, pinAnswer(e.app, asked.value.pincode))
}
