import { collect, moneyProblem, type Problems } from '../lib/record-problems'
import { firstRecord } from '../lib/rows'
import { settingsRecord } from '../lib/store-settings'

/** What a delivery rule must fulfil beyond its fields' own limits. */
export function checkDeliveryRule(record: PbRecord, app: PbApp): Problems {
  const prefix = record.getString('prefix')
  const other = firstRecord(app, 'delivery_rules', 'prefix = {:prefix} && id != {:id}', { prefix, id: record.id })
  const [min, max] = [record.getInt('days_min'), record.getInt('days_max')]
  return collect({
    prefix: other && (prefix ? `There is a rule for ${prefix} already.` : 'There is a rule for all others already.'),
    fee: moneyProblem(record, 'fee'),
    cash_fee: moneyProblem(record, 'cash_fee'),
    days_max: min > max ? `At most ${max} days cannot be less than at least ${min}.` : undefined,
  })
}

/** onRecordCreateExecute and -DeleteExecute of delivery_rules: the settings say whether there are any. */
export function noteRules(e: PbRecordEvent): void {
  e.next()
  const settings = settingsRecord(e.app)
  const some = !!firstRecord(e.app, 'delivery_rules', '')
  if (!settings || settings.getBool('delivers_by_pin') === some) return
  settings.set('delivers_by_pin', some)
  e.app.save(settings)
}
