import * as v from 'valibot'
import { draftOf, MAX_DRAFTS } from './preview'

const keySchema = v.pipe(
  v.string('Name the draft.'),
  v.check((key) => draftOf(key) !== undefined, 'This is no draft.'),
)
const keysSchema = v.pipe(
  v.array(keySchema, 'Send a list of drafts.'),
  v.maxLength(MAX_DRAFTS, `Choose at most ${MAX_DRAFTS} drafts.`),
)

/** Body of `POST /api/store/desk/preview/link`. `at`: ms since 1970, 0 for now, whenever that is. */
export const previewLinkSchema = v.object({
  at: v.pipe(v.number('Choose a minute.'), v.safeInteger('Choose a minute.'), v.minValue(0, 'Choose a minute.')),
  drafts: keysSchema,
})

/** Body of `POST /api/store/desk/preview/publish`; it answers `Published`. */
export const publishSchema = v.object({ on: keysSchema, off: v.optional(keysSchema, []) })
