/**
 * What all script engines of the process share, until it ends: PocketBase runs every request in one of several, which
 * share nothing else.
 */
export function sharedStore(): PbStore {
  return $app.store()
}
