import * as v from 'valibot'
import { characterCount, cleanLine, cleanText } from '../text'
import { REVIEW_CONTENT_LENGTH, REVIEW_TITLE_LENGTH } from './review'

/** What a shopper types into a review (REV-01). `rating` arrives as the radio's text and leaves as a number. */
export const reviewSchema = v.object({
  rating: v.pipe(
    v.optional(v.nullable(v.string('Choose a rating.')), ''),
    v.transform((value) => value ?? ''),
    v.regex(/^[1-5]$/, 'Choose a rating.'),
    v.transform(Number),
  ),
  title: v.pipe(
    v.string(),
    v.transform(cleanLine),
    v.check((text) => characterCount(text) <= REVIEW_TITLE_LENGTH, `Use at most ${REVIEW_TITLE_LENGTH} characters.`),
  ),
  content: v.pipe(
    v.string(),
    v.transform(cleanText),
    v.nonEmpty('Write a few words about the product.'),
    v.check(
      (text) => characterCount(text) <= REVIEW_CONTENT_LENGTH,
      `Use at most ${REVIEW_CONTENT_LENGTH} characters.`,
    ),
  ),
})

export type ReviewInput = v.InferInput<typeof reviewSchema>
export type ReviewValues = v.InferOutput<typeof reviewSchema>
