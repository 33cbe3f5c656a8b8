import { makeRecord } from './actions'
import { PASSWORD } from './collections'
import { encoded, JWT_HEADER, STAFF, send, signed, type World } from './world'

/** Signing in and all around it: what an answer tells about who has an account, and whose session opens what. */

const USERS = '/api/collections/users'

/** Accounts sign in whether or not their address was confirmed. */
export async function signInMismatches(world: World): Promise<string[]> {
  const wrong: string[] = []
  for (const verified of [true, false]) {
    const { id } = await world.newShopper(verified)
    const body = { identity: `${id}@example.com`, password: PASSWORD.password }
    const { status, json } = await send(world.store.url, '', 'POST', `${USERS}/auth-with-password`, body)
    if (status !== 200 || json.record.id !== id)
      wrong.push(`users: ${verified ? 'a confirmed' : 'an unconfirmed'} account cannot sign in: ${status}`)
  }
  return wrong
}

/** Of the staff whoever is let in signs in, and nobody else. */
export async function helperSignInMismatches(world: World): Promise<string[]> {
  const wrong: string[] = []
  for (const helper of STAFF) {
    const { id } = await world.newShopper()
    await world.newHelper(helper, id)
    const body = { identity: `${id}@staff.example.com`, password: PASSWORD.password }
    const { status } = await send(world.store.url, '', 'POST', '/api/collections/staff/auth-with-password', body)
    if (status !== (helper === 'shut out' ? 403 : 200)) wrong.push(`staff: ${helper} signs in: ${status}`)
  }
  return wrong
}

const JUNK = 'eyJhbGciOiJIUzI1NiJ9.e30.x'

/** Whoever asks for a mail, tries a password or brings a token learns nothing of whether there is such an account. */
export async function accountMismatches(world: World): Promise<string[]> {
  const wrong: string[] = []
  const known = { ...(await world.newShopper()) }
  const emails = [`${known.id}@example.com`, 'nobody-at-all@example.com']
  const alike = async (what: string, path: string, body: (email: string) => unknown, status: number) => {
    const [first, second] = await Promise.all(
      emails.map((email) => send(world.store.url, '', 'POST', path, body(email))),
    )
    if (first?.status !== status) wrong.push(`${what}: ${first?.status}, not ${status}`)
    if (first?.status !== second?.status || first?.text !== second?.text)
      wrong.push(`${what}: ${first?.text} / ${second?.text}`)
  }
  await alike('asking for a new password', `${USERS}/request-password-reset`, (email) => ({ email }), 204)
  await alike('asking for the confirmation', `${USERS}/request-verification`, (email) => ({ email }), 204)
  await alike(
    'a wrong password',
    `${USERS}/auth-with-password`,
    (identity) => ({ identity, password: 'wrong one' }),
    400,
  )
  await alike('asking for a code', `${USERS}/request-otp`, (email) => ({ email }), 403)
  await alike('a code', `${USERS}/auth-with-otp`, () => ({ otpId: 'x'.repeat(15), password: '12345678' }), 403)
  await alike(
    'Google, switched off',
    `${USERS}/auth-with-oauth2`,
    () => ({ provider: 'google', code: 'x', redirectURL: 'https://x.example' }),
    403,
  )
  const password = { password: 'long enough', passwordConfirm: 'long enough' }
  await alike(
    'a new password by a false link',
    `${USERS}/confirm-password-reset`,
    () => ({ token: JUNK, ...password }),
    400,
  )
  await alike('a false confirmation', `${USERS}/confirm-verification`, () => ({ token: JUNK }), 400)
  await alike('a false change of address', `${USERS}/confirm-email-change`, () => ({ token: JUNK, password: 'x' }), 400)
  const { json } = await send(world.store.url, '', 'GET', `${USERS}/auth-methods`)
  const offered = [json.password.enabled, json.oauth2.enabled, json.mfa.enabled, json.otp.enabled]
  if (offered.join() !== 'true,false,false,false') wrong.push(`ways to sign in: ${offered.join()}`)
  // A session that is renewed stays its own.
  const { status } = await send(world.store.url, '', 'POST', `${USERS}/auth-refresh`)
  if (status !== 401) wrong.push(`a guest renews a session: ${status}`)
  const renewed = await world.ask('other', 'POST', `${USERS}/auth-refresh`)
  if (renewed.status !== 200 || renewed.json.record.id !== world.ids.other) wrong.push(`other renews: ${renewed.text}`)
  return [...wrong, ...world.takeLeaks()]
}

/**
 * Opens the owner's own address with tokens that should open nothing; the first one is good, or the others would
 * prove nothing.
 */
export async function forgedMismatches(world: World): Promise<string[]> {
  const shopper = await world.newShopper()
  const address = await makeRecord(world, 'addresses', shopper.id)
  const [[options]] = (await world.sql("SELECT options FROM _collections WHERE name = 'users'")) as [[string]]
  const [[tokenKey]] = (await world.sql(`SELECT tokenKey FROM users WHERE id = '${shopper.id}'`)) as [[string]]
  const { authToken, fileToken, passwordResetToken, verificationToken } = JSON.parse(options)
  const now = Math.floor(Date.now() / 1000)
  const header = JWT_HEADER
  const collectionId = world.schema.byName('users').id
  const payload = { id: shopper.id, collectionId, type: 'auth', refreshable: true, exp: now + 600 }
  const auth = tokenKey + authToken.secret
  const good = signed(header, payload, auth)
  const [head = '', body = '', signature = ''] = good.split('.')
  const otherBody = encoded({ ...payload, id: world.ids.owner })
  const superusers = world.schema.byName('_superusers').id
  const tokens: Record<string, [token: string, status: number]> = {
    good: [good, 200],
    expired: [signed(header, { ...payload, exp: now - 1 }, auth), 404],
    'of another key': [signed(header, payload, `x${authToken.secret}`), 404],
    'of the secret alone': [signed(header, payload, authToken.secret), 404],
    unsigned: [`${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`, 404],
    'with another payload': [`${head}.${otherBody}.${signature}`, 404],
    'for files': [signed(header, { ...payload, type: 'file' }, tokenKey + fileToken.secret), 404],
    'for a new password': [
      signed(header, { ...payload, type: 'passwordReset' }, tokenKey + passwordResetToken.secret),
      404,
    ],
    'for a confirmation': [
      signed(header, { ...payload, type: 'verification' }, tokenKey + verificationToken.secret),
      404,
    ],
    'of a superuser’s collection': [signed(header, { ...payload, collectionId: superusers }, auth), 404],
    'cut off': [good.slice(0, -2), 404],
    'of nobody': [world.tokens.guest, 404],
    'of somebody else': [world.tokens.other, 404],
  }
  const wrong: string[] = []
  const open = (token: string) => send(world.store.url, token, 'GET', `/api/collections/addresses/records/${address}`)
  for (const [what, [token, status]] of Object.entries(tokens)) {
    const answer = await open(token)
    if (answer.status !== status) wrong.push(`a token ${what}: ${answer.status}, not ${status}`)
  }
  // A new password ends every session, and so does the end of the account.
  await world.superuser.collection('users').update(shopper.id, PASSWORD)
  if ((await open(good)).status !== 404) wrong.push('a token of before the new password')
  const gone = await world.newShopper()
  const own = await makeRecord(world, 'addresses', gone.id)
  await world.sql(`DELETE FROM users WHERE id = '${gone.id}'`)
  const left = await send(world.store.url, gone.token, 'GET', `/api/collections/addresses/records/${own}`)
  if (left.status !== 404) wrong.push(`a token of a deleted account: ${left.status}`)
  return wrong
}
