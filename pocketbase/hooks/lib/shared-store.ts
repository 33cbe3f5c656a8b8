let shared: Omit<PbStore, 'length'> | undefined

/**
 * What all script engines of the process share, until it ends: PocketBase runs every request in one of several, which
 * share nothing else. A function of Go's is made anew each time it is named, so they are named once.
 */
export function sharedStore(): Omit<PbStore, 'length'> {
  if (!shared) {
    const { get, set, remove, keys, getAll, setFunc, getOrSet } = $app.store()
    shared = { get, set, remove, keys, getAll, setFunc, getOrSet }
  }
  return shared
}
