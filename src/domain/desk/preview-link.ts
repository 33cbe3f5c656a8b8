/** What the record store, the preview's own script and the desk call alike. */

/** Carries the token of a preview with every request of its tab. */
export const PREVIEW_HEADER = 'X-Store-Preview'
/** In the answers: by how much the dates in them were moved, ms. */
export const PREVIEW_SHIFT = 'X-Store-Preview-Shift'
/** Where the shop is seen in a preview; its pages stand below. */
export const PREVIEW_PATH = '/preview'
/** How long a link is good for, seconds. */
export const PREVIEW_LASTS_S = 24 * 60 * 60
/** `data.code` of the answers: the link is worth nothing any more; and what no preview may do. */
export const PREVIEW_OVER = 'preview_over'
export const PREVIEW_ONLY = 'preview'

/** A draft's name in the bar of a preview, characters, and how many are said. */
export const BAR_NAME_LENGTH = 40
export const BAR_NAMES = 5

/** What the token of a link says, beside what signs it. `at`: ms since 1970, 0 for now. */
export interface PreviewClaims {
  at: number
  drafts: string[]
  /** Of the first drafts. */
  names: string[]
}

/** Fields of records and answers with dates that move in a preview. */
export const MOVED_DATES: readonly string[] = ['starts', 'ends', 'published_at', 'valid_until']
