import type { hi } from './hi'

/**
 * What every language file holds: the sentences of the interface, by their English. A missing or unknown one does not
 * compile.
 */
export type Catalogue = { readonly [S in keyof typeof hi]: Entry<(typeof hi)[S]> }

type Entry<E> = E extends string ? string : E extends readonly string[] ? readonly string[] : E

type Sentences = Omit<typeof hi, ''>

/** A sentence with one form. Names in braces are filled in: `{name} removed`. */
export type Sentence = { [S in keyof Sentences]: Sentences[S] extends string ? S : never }[keyof Sentences]

/** A sentence without anything to fill in. */
export type PlainSentence = { [S in Sentence]: S extends `${string}{${string}` ? never : S }[Sentence]

/** A sentence that goes by a number, `{count}`, by the English of its singular. */
export type CountedSentence = { [S in keyof Sentences]: Sentences[S] extends string ? never : S }[keyof Sentences]

/** Names in braces of a sentence. */
type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** What the names of a sentence stand for; nothing where it has none. */
export type Values<S extends string, V, Given extends string = never> = [Exclude<Names<S>, Given>] extends [never]
  ? []
  : [values: Record<Exclude<Names<S>, Given>, V>]
