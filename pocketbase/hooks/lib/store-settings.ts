import { parseSettings, type StoreSettings } from '../../../src/domain/site/settings'
import { firstRecord, newRecord, plain } from './rows'

/** The record of the shop's settings; undefined in a shop that has none. */
export const settingsRecord = (app: PbApp): PbRecord | undefined =>
  firstRecord(app, 'store_settings', '', {}, 'created')

/** The record of a shop that has none yet, not saved. */
export const newSettings = (app: PbApp): PbRecord => newRecord(app, 'store_settings', { key: 'store' })

/** The shop's settings, each with its default where none stands. */
export function storeSettings(app: PbApp): StoreSettings {
  const settings = settingsRecord(app)
  return parseSettings(settings ? plain(settings) : null)
}
