import * as v from 'valibot'
import { emailSchema } from '../account/address'
import { characterCount, cleanLine, cleanText } from '../text'

/** Longest name and message, characters. The record store holds the same numbers. */
const NAME_LENGTH = 80
export const MESSAGE_LENGTH = 4000
/** Nobody reads the form and writes a message in less, ms; programs do. The form waits so long before it sends. */
export const MESSAGE_FILL_MS = 2000

const messageFields = {
  name: v.pipe(
    v.optional(v.string('Enter your name.'), ''),
    v.transform(cleanLine),
    v.nonEmpty('Enter your name.'),
    v.check((text) => characterCount(text) <= NAME_LENGTH, `Names may have at most ${NAME_LENGTH} characters.`),
  ),
  email: emailSchema,
  message: v.pipe(
    v.optional(v.string('Write your message.'), ''),
    v.transform(cleanText),
    v.nonEmpty('Write your message.'),
    v.check((text) => characterCount(text) <= MESSAGE_LENGTH, `Use at most ${MESSAGE_LENGTH} characters.`),
  ),
  /** No person sees this field; programs fill in whatever there is. */
  website: v.pipe(
    v.optional(v.nullable(v.string()), ''),
    v.transform((text) => text ?? ''),
  ),
  /** Made once for each letter: with the same contents it is the same letter, sent again. */
  key: v.optional(v.pipe(v.string(), v.maxLength(40)), ''),
}

/** What the form of the contact page holds. */
export const messageFormSchema = v.object(messageFields)

/** Body of `POST /api/store/contact`. `filled_ms`: how long the form had been on screen when it was sent, ms. */
export const messageRequestSchema = v.object({
  ...messageFields,
  filled_ms: v.optional(v.nullable(v.number('Send the time in milliseconds')), 0),
})

export type MessageFields = v.InferInput<typeof messageFormSchema>
export type MessageForm = v.InferOutput<typeof messageFormSchema>
export type MessageRequest = v.InferOutput<typeof messageRequestSchema>

/** Whether a message looks like a program's. It is kept all the same, but not mailed. */
export function looksAutomatic({ website, filled_ms }: Pick<MessageRequest, 'website' | 'filled_ms'>): boolean {
  return website !== '' || (filled_ms ?? 0) < MESSAGE_FILL_MS
}

/** A message as mails repeat it below an answer. */
export const quoted = (message: string): string =>
  message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
