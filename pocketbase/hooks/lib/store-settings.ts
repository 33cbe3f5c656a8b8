import { parseSettings, type StoreSettings } from '../../../src/domain/site/settings'
import { plain } from './rows'

export function storeSettings(app: PbApp): StoreSettings {
  const settings = app.findRecordsByFilter('store_settings', '', 'created', 1)[0]
  return parseSettings(settings ? plain(settings) : null)
}
