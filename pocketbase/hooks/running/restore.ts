import { flag } from '../lib/command-line'

/**
 * Before a backup takes the place of the records (RUN-15): it may be of an older release. A store serves without its
 * migrations, from a folder of PocketBase's own that is not there (`servingPlan` of scripts/start/record-store.ts).
 * They are laid into it, PocketBase starts itself again, finds them, and removes the folder.
 */
export function layOutMigrations(app: PbApp): void {
  const folder = flag('migrationsDir')
  if (!folder.startsWith(app.dataDir())) return
  const own = `${__hooks}/../pb_migrations`
  $os.mkdirAll(folder, 0o700)
  for (const entry of $os.readDir(own)) {
    const name = entry.name()
    if (name.endsWith('.js')) $os.writeFile(`${folder}/${name}`, $os.readFile(`${own}/${name}`), 0o600)
  }
}

/** What says in the data folder which store has it (`LOCK_FILE` of scripts/start/folder-lock.mjs). */
const LOCK = ['store.lock', 'store.lock.new', 'store.lock.turn']

/** What neither goes into a backup nor is replaced by one: the store that runs keeps its folder (RUN-05). */
export const withLock = (names: readonly string[]): string[] => [...names, ...LOCK]
