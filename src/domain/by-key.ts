/** Adds up the amounts of each key; the keys in the order they first came. */
export function sumByKey(amounts: Iterable<readonly [key: string, amount: number]>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0) + amount)
  return sums
}

/** The items of each key; keys and items in the order they came. */
export function groupByKey<Key, Item>(items: Iterable<readonly [key: Key, item: Item]>): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const [key, item] of items) {
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(item)
  }
  return groups
}
