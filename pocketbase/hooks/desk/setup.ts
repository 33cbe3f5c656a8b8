import { SELLER_FIELDS, SETUP_STEPS, type SetupAnswer, sellerSchema } from '../../../src/domain/desk/setup'
import { type Finding, judgeFacts } from '../../../src/domain/site/going-live'
import { settingsRecord } from '../lib/store-settings'
import { liveFacts } from '../running/live'
import { deskPost, deskRoute } from './desk-caller'
import { saveSettings } from './desk-saves'

/** Said in words of the server's settings: what is typed into PocketBase's own is overwritten at each start. */
const NO_MAIL_SERVER =
  'No mail server is set: no shopper gets a confirmation. Whoever runs the server writes SMTP_HOST into its settings.'

/** How much keeps the shop from going live, without what only its server knows. */
export function setupFindings(app: PbApp): Finding[] {
  const mail: Finding[] = app.settings().smtp.enabled ? [] : [{ level: 'must', step: 'mail', text: NO_MAIL_SERVER }]
  return [...mail, ...judgeFacts(liveFacts(app, false))]
}

/** GET /api/store/desk/setup: `SetupAnswer`. */
export function setup(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (): SetupAnswer => {
    const findings = setupFindings(e.app)
    const said = (step: string, level: Finding['level']) =>
      findings.filter((finding) => finding.step === step && finding.level === level).map(({ text }) => text)
    const settings = settingsRecord(e.app)
    const fields = Object.keys(SELLER_FIELDS).map((field) => [field, settings?.getString(field) ?? ''])
    return {
      steps: SETUP_STEPS.map((step) => ({ step, must: said(step, 'must'), should: said(step, 'should') })),
      seller: Object.fromEntries(fields),
    }
  })
}

/** POST /api/store/desk/setup: saves the fields that are sent, through the settings' own checks. */
export function saveSeller(e: PbRequestEvent): unknown {
  return deskPost(e, ['owner'], sellerSchema, (asked, caller) =>
    saveSettings(e.app, caller, asked, 'Changed who sells', '#/setup'),
  )
}
