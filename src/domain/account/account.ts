import * as v from 'valibot'
import { NAME_MAX } from '../limits'
import { characterCount, cleanLine } from '../text'
import { emailSchema } from './address'

/** Shortest password of an account, characters. The record store holds the same number. */
export const PASSWORD_MIN = 8
/** Longest password, characters: bcrypt reads no further than 72 bytes. The record store holds the same number. */
const PASSWORD_MAX = 71
/** Largest picture of a person, bytes (5 MB), and the kinds the record store takes. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024
export const AVATAR_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

const nameSchema = v.pipe(
  v.string('Enter your name.'),
  v.transform(cleanLine),
  v.nonEmpty('Enter your name.'),
  v.check((text) => characterCount(text) <= NAME_MAX, `Names may have at most ${NAME_MAX} characters.`),
)

/** A password about to be set. It is taken as typed: blanks and every script count. */
const newPasswordSchema = v.pipe(
  v.string('Choose a password.'),
  v.nonEmpty('Choose a password.'),
  v.check((text) => characterCount(text) >= PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
  v.check((text) => utf8Length(text) <= PASSWORD_MAX, 'That password is too long.'),
)

const SAME_PASSWORD = 'The two passwords are not the same.'

/** The password of an account, asked for once more before something is done to it. */
export const passwordSchema = v.object({
  password: v.pipe(v.string('Enter your password.'), v.nonEmpty('Enter your password.')),
})

/** Email and password of somebody who has an account (AUTH-07). */
export const signInSchema = v.object({ email: emailSchema, ...passwordSchema.entries })

/** An email alone: of whom has forgotten a password (AUTH-05), or where an account moves to. */
export const emailFormSchema = v.object({ email: emailSchema })

/** The new password (AUTH-05). */
export const resetPasswordSchema = v.pipe(
  v.object({ password: newPasswordSchema, passwordConfirm: v.string(SAME_PASSWORD) }),
  v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirm']],
      ({ password, passwordConfirm }) => password === passwordConfirm,
      SAME_PASSWORD,
    ),
    ['passwordConfirm'],
  ),
)

/** What a new account needs (AUTH-02). */
export const signUpSchema = v.intersect([v.object({ name: nameSchema, email: emailSchema }), resetPasswordSchema])

/** What people may change about themselves (AUTH-06). */
export const profileSchema = v.object({ name: nameSchema })

/** What the forms hold, and what comes out of them once checked. */
export type SignInFields = v.InferInput<typeof signInSchema>
export type SignInInput = v.InferOutput<typeof signInSchema>
export type SignUpFields = v.InferInput<typeof signUpSchema>
export type SignUpInput = v.InferOutput<typeof signUpSchema>
export type EmailFields = v.InferInput<typeof emailFormSchema>
export type EmailInput = v.InferOutput<typeof emailFormSchema>
export type ResetPasswordInput = v.InferOutput<typeof resetPasswordSchema>
export type PasswordInput = v.InferOutput<typeof passwordSchema>
export type ProfileInput = v.InferOutput<typeof profileSchema>

/**
 * Why a picture cannot be taken, or null when it can. Checked before anything is sent, since a phone's photo may take
 * minutes to upload only to be refused.
 */
export function avatarProblem(file: { type: string; size: number }): string | null {
  if (!AVATAR_TYPES.includes(file.type)) return 'Choose a JPEG, PNG or WebP picture.'
  if (file.size === 0) return 'That file is empty.'
  if (file.size > AVATAR_MAX_BYTES) return 'That picture is larger than 5 MB. Choose a smaller one.'
  return null
}

/**
 * The sentence for a refused sign-up: the record store's own words as `field: message`, joined by commas, or one
 * sentence when it named no field (AUTH-03).
 */
export function signUpFailure(fields: Record<string, string>): string {
  const problems = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  return problems.length > 0 ? problems.join(', ') : 'Failed to create account. Please try again.'
}

/** Bytes of a text in UTF-8, without an encoder: the record store's engine has none. */
function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
