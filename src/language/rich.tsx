import { Fragment, type ReactNode } from 'react'
import type { Sentence, Values } from './catalogue'
import { translate } from './text'

/** A sentence with elements in it: `rich('I agree to the {terms}', { terms: <Link …/> })`. */
export function rich<S extends Sentence>(sentence: S, ...[values]: Values<S, ReactNode>): ReactNode {
  const filled: Readonly<Record<string, ReactNode>> = values ?? {}
  return translate(sentence)
    .split(/\{(\w+)\}/)
    .map((part, position) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order
      <Fragment key={position}>{position % 2 ? filled[part] : part}</Fragment>
    ))
}
