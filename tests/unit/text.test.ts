import { describe, expect, test } from 'vitest'
import { profileSchema } from '../../src/domain/account/account'
import { addressSchema, contactSchema } from '../../src/domain/account/address'
import { checkRequest } from '../../src/domain/check-request'
import { messageFormSchema } from '../../src/domain/content/contact'
import { reviewSchema } from '../../src/domain/reviews/review-form'
import { cleanLine, cleanText, visibleCount } from '../../src/domain/text'

/** Zero-width, filling, tagging and blank characters; each draws nothing. */
const UNSEEN = [
  '\u200b',
  '\u200c\u200d',
  '\u00ad',
  '\u2060',
  '\u3164',
  '\u115f',
  '\u2800',
  '\ufe0f',
  '\u{e0041}\u{e007f}',
]

describe('RISK-13 what cannot be seen', () => {
  test.each(UNSEEN)('is no text: %j', (unseen) => {
    expect(cleanLine(` ${unseen} ${unseen}`)).toBe('')
    expect(cleanText(`${unseen}\n\n${unseen}`)).toBe('')
    expect(visibleCount(`${unseen}M ${unseen}`)).toBe(1)
  })

  test('stays where a script or a picture needs it', () => {
    for (const text of ['श्री\u200dमती', 'نیم\u200cبها', '👩\u200d👧', '❤\ufe0f']) expect(cleanLine(text)).toBe(text)
  })

  test.each(UNSEEN)('is no name and no word anywhere something is asked for: %j', (unseen) => {
    const contact = { name: unseen.repeat(3), email: 'meera@example.in', phone: '9845012345' }
    const address = { line1: unseen.repeat(3), city: unseen.repeat(3), state: 'KA', pincode: '560003' }
    const refused = (schema: Parameters<typeof checkRequest>[0], body: object) => {
      const checked = checkRequest(schema, body)
      return 'problems' in checked ? Object.keys(checked.problems).sort() : []
    }
    expect(refused(contactSchema, contact)).toEqual(['name'])
    expect(refused(contactSchema, { ...contact, name: `M${unseen}` })).toEqual(['name'])
    expect(refused(addressSchema, address)).toEqual(['city', 'line1'])
    expect(refused(profileSchema, { name: unseen })).toEqual(['name'])
    expect(refused(reviewSchema, { rating: '5', title: '', content: unseen })).toEqual(['content'])
    const message = { name: unseen, email: 'meera@example.in', message: unseen }
    expect(refused(messageFormSchema, message)).toEqual(['message', 'name'])
  })
})
