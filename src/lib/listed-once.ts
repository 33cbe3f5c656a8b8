/** The items of a list's pages in order, each once: what moved between two calls must not appear twice. */
export const listedOnce = <Item extends { id: string }>(pages: readonly (readonly Item[])[]): Item[] => [
  ...new Map(pages.flat().map((item) => [item.id, item])).values(),
]
