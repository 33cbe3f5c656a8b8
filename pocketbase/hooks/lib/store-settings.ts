import { parseSettings, type StoreSettings } from '../../../src/domain/site/settings'
import { plain } from './rows'

/** The record of the shop's settings; undefined in a shop that has none. */
export const settingsRecord = (app: PbApp): PbRecord | undefined =>
  app.findRecordsByFilter('store_settings', '', 'created', 1)[0]

export function storeSettings(app: PbApp): StoreSettings {
  const settings = settingsRecord(app)
  return parseSettings(settings ? plain(settings) : null)
}
