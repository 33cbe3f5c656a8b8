import { Fragment } from 'react'
import { searchTerms, soughtTerms } from '@/domain/catalog/search'
import { characterCount } from '@/domain/text'

/** A text with the beginnings of words marked that a search finds it by. */
export function Marked({ text, q }: { text: string; q: string }) {
  const sought = soughtTerms(q)
  if (sought.length === 0) return text
  // Each second part is a word. A mark never parts a letter from the signs that belong to it.
  return text.split(/([\p{L}\p{M}\p{N}]+)/u).map((part, place) => {
    const [term = ''] = place % 2 ? searchTerms(part) : []
    const start = sought.find((one) => term.startsWith(one))
    const [begin = ''] = start ? (part.match(RegExp(`^.{${characterCount(start)}}\\p{M}*`, 'u')) ?? []) : []
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat, and have no other name than their place
      <Fragment key={place}>
        {begin && <mark className="bg-transparent text-current">{begin}</mark>}
        {part.slice(begin.length)}
      </Fragment>
    )
  })
}
