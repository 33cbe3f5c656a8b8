import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  AVATAR_MAX_BYTES,
  avatarProblem,
  profileSchema,
  resetPasswordSchema,
  signInSchema,
  signUpFailure,
  signUpSchema,
} from '@/domain/account/account'
import { parseRichText, type RichNode } from '@/features/content/rich-tree'
import { probeMeaning } from '@/features/webhook/webhook-probe'

/** The first sentence for each field of a refused form. */
function problems(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const { issues } = v.safeParse(schema, input)
  return Object.fromEntries((issues ?? []).reverse().map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

const SIGN_UP = {
  name: 'Meera Rao',
  email: 'meera@example.in',
  password: 'kitchen table',
  passwordConfirm: 'kitchen table',
}

describe('what account forms take', () => {
  it('AUTH-02 takes a name, an email and the same password twice', () => {
    expect(v.parse(signUpSchema, { ...SIGN_UP, name: '  मीरा   राव ', email: ' Meera@Example.in ' })).toEqual({
      name: 'मीरा राव',
      email: 'meera@example.in',
      password: 'kitchen table',
      passwordConfirm: 'kitchen table',
    })
  })

  it.each([
    ['name', { name: ' ' }, 'Enter your name.'],
    ['name', { name: 'a'.repeat(81) }, 'Names may have at most 80 characters.'],
    ['email', { email: 'meera' }, 'Enter an email address such as name@example.in.'],
    ['password', { password: 'short', passwordConfirm: 'short' }, 'Use at least 8 characters.'],
    ['password', { password: 'a'.repeat(72), passwordConfirm: 'a'.repeat(72) }, 'That password is too long.'],
    ['password', { password: 'म'.repeat(24), passwordConfirm: 'म'.repeat(24) }, 'That password is too long.'],
    ['passwordConfirm', { passwordConfirm: 'kitchen tables' }, 'The two passwords are not the same.'],
  ])('AUTH-02 says beside %s what is wrong with %j', (field, change, sentence) => {
    expect(problems(signUpSchema, { ...SIGN_UP, ...change })).toEqual({ [field]: sentence })
  })

  it('AUTH-02 counts a password of the longest length', () => {
    const password = 'a'.repeat(71)
    expect(problems(signUpSchema, { ...SIGN_UP, password, passwordConfirm: password })).toEqual({})
  })

  it('AUTH-07 takes any password for signing in: older accounts may have other ones', () => {
    expect(problems(signInSchema, { email: 'a@example.in', password: 'x' })).toEqual({})
    expect(problems(signInSchema, { email: '', password: '' })).toEqual({
      email: 'Enter the email address.',
      password: 'Enter your password.',
    })
  })

  it('AUTH-05 asks for the new password twice', () => {
    expect(problems(resetPasswordSchema, { password: 'kitchen table', passwordConfirm: '' })).toEqual({
      passwordConfirm: 'The two passwords are not the same.',
    })
  })

  it('AUTH-06 keeps marks that reorder text out of a name', () => {
    expect(v.parse(profileSchema, { name: 'Meera\u202eoaR' })).toEqual({ name: 'Meera oaR' })
  })

  it('AUTH-03 joins what the record store said, and has one sentence when it said nothing', () => {
    expect(signUpFailure({ email: 'Value must be unique.', password: 'Must be longer.' })).toBe(
      'email: Value must be unique., password: Must be longer.',
    )
    expect(signUpFailure({})).toBe('Failed to create account. Please try again.')
  })

  it('AUTH-06 refuses a picture of another kind, an empty one and one above 5 MB', () => {
    expect(avatarProblem({ type: 'image/jpeg', size: AVATAR_MAX_BYTES })).toBeNull()
    expect(avatarProblem({ type: 'image/heic', size: 10 })).toBe('Choose a JPEG, PNG or WebP picture.')
    expect(avatarProblem({ type: 'image/png', size: 0 })).toBe('That file is empty.')
    expect(avatarProblem({ type: 'image/png', size: AVATAR_MAX_BYTES + 1 })).toContain('larger than 5 MB')
  })
})

/** A tree as text, for reading. */
function written(nodes: RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const { tag, children, ...attributes } = node
      const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
      return `<${tag}${given.map(([name, value]) => ` ${name}=${value}`).join('')}>${written(children)}</${tag}>`
    })
    .join('')
}

describe('rich text of records', () => {
  it.each([
    [
      'keeps what an editor writes',
      '<p>One <strong>two</strong></p><ul><li>a</li></ul>',
      '<p>One <strong>two</strong></p><ul><li>a</li></ul>',
    ],
    ['drops scripts with their content', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['drops events and styles', '<p onclick="x()" style="position:fixed" class="a">a</p>', '<p>a</p>'],
    [
      'drops frames, forms and drawings',
      '<iframe src="/x">f</iframe><svg><a href="/">s</a></svg><form>g</form><p>a</p>',
      '<p>a</p>',
    ],
    ['drops a link that runs code', '<p><a href="java&#10;script:alert(1)">a</a></p>', '<p>a</p>'],
    ['drops a picture of another kind of address', '<img src="data:text/html,x"><img src=x onerror=alert(1)>', ''],
    [
      'keeps links of this site and of mail',
      '<p><a href="/shop">a</a> <a href="mailto:a@b.in">b</a></p>',
      '<p><a href=/shop>a</a> <a href=mailto:a@b.in>b</a></p>',
    ],
    [
      'does not nest links',
      '<p><a href="/a">a<b><a href="/b">b</a></b></a></p>',
      '<p><a href=/a>a<strong>b</strong></a></p>',
    ],
    ['gives a page one h1', '<h1>a</h1>', '<h2>a</h2>'],
    ['unwraps what it does not know', '<article><font color=red>a</font></article>', 'a'],
    ['takes a block out of a line', '<p><em><ul><li>a</li></ul></em></p>', '<p><em>a</em></p>'],
    ['makes an item of what stands loose in a list', '<ul> <li>a</li> b </ul>', '<ul><li>a</li><li> b </li></ul>'],
    [
      'gives a table its body',
      '<table><tr><td colspan="2" onclick=x>a</td></tr></table>',
      '<table><tbody><tr><td colSpan=2>a</td></tr></tbody></table>',
    ],
    [
      'keeps a table’s head',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['makes paragraphs of divs', '<div>a</div><div><p>b</p></div>', '<p>a</p><p>b</p>'],
    ['decodes once', '<p>&amp;lt;script&amp;gt; &lt;b&gt;</p>', '<p>&lt;script&gt; <b></p>'],
    ['closes what stays open', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
  ])('ROUTE-09 %s', (_, html, tree) => {
    expect(written(parseRichText(html))).toBe(tree)
  })

  // Minutes of work for whoever looks through all that is open at every tag.
  it('ROUTE-09 reads what is nested four hundred thousand times', { timeout: 30_000 }, () => {
    expect(written(parseRichText(`${'<div>'.repeat(400_000)}words`))).toContain('words')
  })

  it('ROUTE-09 reads a long text as a short one, wherever its parts end', () => {
    for (let length = 1960; length < 2010; length++) {
      const filling = 'x'.repeat(length)
      const html = written(parseRichText(`<p>${filling}&amp;🧼 <b>bold</b> <a href="https://example.in">link</a></p>`))
      expect(html).toBe(
        written(parseRichText(`<p>&amp;🧼 <b>bold</b> <a href="https://example.in">link</a></p>`)).replace(
          '<p>',
          `<p>${filling}`,
        ),
      )
    }
  })

  it.each(['blockquote', 'div', 'b', 'ul', 'table'])('ROUTE-09 survives %s nested without end', (tag) => {
    const deep = `<${tag}>`.repeat(20_000)
    expect(written(parseRichText(`${deep}words`))).toContain('words')
  })
})

describe('webhook test', () => {
  it('ROUTE-17 finds only a refusal for the missing signature good', () => {
    expect([200, 204, 400, 401, 403, 404, 429, 500, 0].filter((status) => probeMeaning(status).good)).toEqual([401])
  })
})
