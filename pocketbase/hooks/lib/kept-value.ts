import { rows, run } from './rows'

/** What the store has kept under this id, past restarts, in PocketBase's own table of settings; undefined at first. */
export function keptValue(app: PbApp, id: string): unknown {
  const [row] = rows(app, 'SELECT value FROM _params WHERE id = {:id}', { id }, { value: '' })
  return row && JSON.parse(row.value)
}

/** @param value of JSON */
export function keepValue(app: PbApp, id: string, value: unknown): void {
  run(app, 'INSERT OR REPLACE INTO _params (id, value) VALUES ({:id}, {:value})', { id, value: JSON.stringify(value) })
}
