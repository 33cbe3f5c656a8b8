import { describe, expect, test } from 'vitest'
import {
  addressLines,
  addressSchema,
  contactSchema,
  emailSchema,
  noteSchema,
  phoneSchema,
  pincodeHint,
  pincodeSchema,
  stateSchema,
} from '../../src/domain/account/address'
import { mailboxOf } from '../../src/domain/account/mailbox'
import { stateOfPincode } from '../../src/domain/account/pincode'
import { findState, pinFitsState, STATES, stateName } from '../../src/domain/account/states'
import { checkRequest } from '../../src/domain/check-request'

/** The cleaned value, or the sentence beside the field. */
function check(schema: Parameters<typeof checkRequest>[0], value: unknown): unknown {
  const result = checkRequest(schema, value)
  return 'value' in result ? result.value : Object.values(result.problems)[0]?.message
}

describe('PIN code', () => {
  test.each([
    ['560003', '560003'],
    [' 560 003 ', '560003'],
    ['560-003', '560003'],
    ['560–003', '560003'],
    ['५६०००३', '560003'],
    ['৫৬০০০৩', '560003'],
    ['௫௬௦௦௦௩', '560003'],
    ['౫౬౦౦౦౩', '560003'],
    ['൫൬൦൦൦൩', '560003'],
    ['۵۶۰۰۰۳', '560003'],
    ['５６０００３', '560003'],
    ['', 'Enter the PIN code.'],
    ['06001', 'PIN codes have six digits.'],
    ['5600033', 'PIN codes have six digits.'],
    ['56000a', 'PIN codes have six digits.'],
    ['060001', 'PIN codes do not begin with 0.'],
  ])('ORDER-01 %j → %s', (typed, expected) => expect(check(pincodeSchema, typed)).toBe(expected))
})

describe('mobile number', () => {
  test.each(['98450 12345', '+91 98450-12345', '919845012345', '09845012345', '0091 9845012345', '९८४५०१२३४५'])(
    'ORDER-01 %s is kept as +91…',
    (typed) => expect(check(phoneSchema, typed)).toBe('+919845012345'),
  )
  test.each(['5845012345', '984501234', '98450123456', '+44 7911 123456', 'call me'])(
    'ORDER-01 %s is no Indian mobile number',
    (typed) => expect(check(phoneSchema, typed)).toBe('Enter a ten-digit Indian mobile number.'),
  )
  test('ORDER-01 an empty one is asked for', () => expect(check(phoneSchema, ' ')).toBe('Enter the mobile number.'))
})

describe('contact and address', () => {
  test('ORDER-01 email addresses are kept in lower case, half ones are refused', () => {
    expect(check(emailSchema, ' Meera.R@Example.IN ')).toBe('meera.r@example.in')
    const domains = ['', 'example', '-example.in', 'example..in', 'example.xn--', 'example.xn--a1']
    for (const half of domains.map((domain) => `meera@${domain}`))
      expect(check(emailSchema, half)).toBe('Enter an email address such as name@example.in.')
  })
  test('ORDER-01 one that no mail server takes is too long', () => {
    const inAll = (length: number) => `${'m'.repeat(64)}@${'e'.repeat(length - 68)}.in`
    expect(check(emailSchema, inAll(254))).toBe(inAll(254))
    for (const email of [inAll(255), `${'m'.repeat(65)}@example.in`])
      expect(check(emailSchema, email)).toBe('That email address is too long.')
  })
  test('ORDER-01 domains of other scripts are taken as browsers write them', () => {
    for (const email of ['meera@xn--l1bq.xn--h2brj9c', 'meera@xn--bcher-kva.example.in'])
      expect(check(emailSchema, email)).toBe(email)
  })

  test('ORDER-01 names of every script stay whole; control and reordering marks do not', () => {
    const contact = { email: 'm@example.in', phone: '9845012345' }
    expect(check(contactSchema, { ...contact, name: '  मीरा   रघुनाथन ' })).toMatchObject({ name: 'मीरा रघुनाथन' })
    expect(check(contactSchema, { ...contact, name: 'Mee\u202era' })).toMatchObject({ name: 'Mee ra' })
    expect(check(contactSchema, { ...contact, name: 'M' })).toBe('Enter the full name.')
    expect(check(contactSchema, { ...contact, name: '😀'.repeat(80) })).toMatchObject({ name: '😀'.repeat(80) })
    expect(check(contactSchema, { ...contact, name: '😀'.repeat(81) })).toBe('Names may have at most 80 characters.')
  })

  test('ORDER-01 line 2 and landmark may stay away', () => {
    const address = { line1: '14, 3rd Cross', city: 'Bengaluru', state: 'Karnataka', pincode: '560003' }
    expect(check(addressSchema, address)).toEqual({ ...address, state: 'KA', line2: '', landmark: '' })
    expect(check(addressSchema, { ...address, line1: '14' })).toBe('Enter the house, building and street.')
  })

  test('ORDER-01 an address as it stands on a parcel leaves empty lines out', () => {
    const address = {
      line1: '14, 3rd Cross',
      line2: '',
      landmark: '',
      city: 'Bengaluru',
      state: 'KA',
      pincode: '560003',
    }
    expect(addressLines(address, 'Karnataka')).toEqual(['14, 3rd Cross', 'Bengaluru 560003', 'Karnataka'])
  })
})

describe('states', () => {
  test('ORDER-01 all 36 states and union territories, each code and number once', () => {
    expect(STATES).toHaveLength(36)
    expect(new Set(STATES.map((state) => state.code)).size).toBe(36)
    expect(new Set(STATES.map((state) => state.gst)).size).toBe(36)
  })

  test.each([
    ['KA', 'KA'],
    ['karnataka', 'KA'],
    ['29', 'KA'],
    ['TG', 'TS'],
    ['OR', 'OD'],
    ['Atlantis', 'Choose a state from the list.'],
    ['', 'Choose the state.'],
  ])('ORDER-01 %j → %s', (typed, expected) => expect(check(stateSchema, typed)).toBe(expected))

  test('ORDER-01 an unknown code stands for itself', () => {
    expect(stateName('KA')).toBe('Karnataka')
    expect(stateName('XX')).toBe('XX')
  })
})

describe('PIN code and state', () => {
  test('ORDER-01 a PIN of another region is hinted at, never refused', () => {
    expect(pincodeHint('560003', 'KA')).toBeNull()
    expect(pincodeHint('110001', 'KA')).toBe('This PIN code does not look like one of Karnataka. Please check both.')
    expect(pincodeHint('560', 'KA')).toBeNull()
    expect(pincodeHint('560003', '')).toBeNull()
    // Army post offices belong to no state.
    expect(pincodeHint('900001', 'KA')).toBeNull()
  })

  test.each([
    ['560003', 'KA'],
    ['110001', 'DL'],
    ['403001', 'GA'],
    ['737101', 'SK'],
    ['781001', 'AS'],
    ['600001', 'TN'],
    ['834001', 'JH'],
    ['160017', 'CH'],
    ['160055', 'PB'],
    ['530001', 'AP'],
    ['682001', 'KL'],
    ['682555', 'LD'],
    ['814131', 'BR'],
    ['507130', 'AP'],
    ['262001', null],
    ['56000', null],
    ['060001', null],
  ])('ORDER-01 %s suggests %s', (pincode, state) => expect(stateOfPincode(pincode)).toBe(state))

  test('ORDER-01 what is suggested is never what the hint would doubt', () => {
    for (let prefix = 100; prefix < 1000; prefix += 1) {
      const pincode = `${prefix}001`
      const code = stateOfPincode(pincode)
      const state = code === null ? undefined : findState(code)
      if (code !== null) expect(state, pincode).toBeDefined()
      if (state) expect(pinFitsState(pincode, state), `${pincode} ${code}`).toBe(true)
    }
  })
})

test.each([
  ['Asha@Example.in', 'asha@example.in'],
  ['asha+shop+1@example.in', 'asha@example.in'],
  ['a.s.h.a+x@googlemail.com', 'asha@gmail.com'],
  ['a.sha@example.in', 'a.sha@example.in'],
  ['+x@example.in', '+x@example.in'],
])('MAIL-06 the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test('ORDER-18 a note has at most 500 characters, whatever its letters', () => {
  expect(check(noteSchema, ` ${'🧼'.repeat(500)} `)).toBe('🧼'.repeat(500))
  expect(check(noteSchema, 'a'.repeat(501))).toBe('Notes may have at most 500 characters.')
})
