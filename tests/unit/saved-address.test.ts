import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { spacedPhone } from '../../src/domain/account/address'
import {
  addressTitle,
  isSameAddress,
  parseSavedAddress,
  savedAddressFormSchema,
} from '../../src/domain/account/saved-address'

const record = {
  id: 'address00000001',
  label: 'Home',
  name: 'Meera Rao',
  phone: '+919845012345',
  line1: '14, 3rd Cross',
  line2: '',
  landmark: 'Opposite the market',
  city: 'Bengaluru',
  state: 'KA',
  pincode: '560003',
  is_default: true,
}

describe('ORDER-11 kept addresses', () => {
  test('ORDER-11 a record is read whole, and a broken one never throws', () => {
    const saved = parseSavedAddress(record)
    expect(saved).toMatchObject({ id: record.id, label: 'Home', phone: record.phone, is_default: true })
    expect(saved.address).toEqual({
      line1: '14, 3rd Cross',
      line2: '',
      landmark: 'Opposite the market',
      city: 'Bengaluru',
      state: 'KA',
      pincode: '560003',
    })
    expect(parseSavedAddress({ line1: 7, is_default: 'yes' })).toMatchObject({ name: '', is_default: false })
  })

  test('ORDER-11 is called by the person’s word, or by who receives it', () => {
    expect(addressTitle(parseSavedAddress(record))).toBe('Home')
    expect(addressTitle(parseSavedAddress({ ...record, label: '' }))).toBe('Meera Rao')
  })

  test('ORDER-11 is known again in a form, blanks aside, and not when a line differs', () => {
    const { address } = parseSavedAddress(record)
    expect(isSameAddress(address, { ...address, line1: ' 14,  3rd Cross ', line2: undefined })).toBe(true)
    expect(isSameAddress(address, { ...address, landmark: '' })).toBe(false)
    expect(isSameAddress(address, { ...address, pincode: '560004' })).toBe(false)
  })

  test('ORDER-11 the form cleans what is typed and says what is wrong', () => {
    const { address } = parseSavedAddress(record)
    const typed = {
      label: ' My  home ',
      contact: { name: 'Meera Rao', phone: '98450 12345' },
      address,
      is_default: false,
    }
    const checked = v.safeParse(savedAddressFormSchema, typed)
    expect(checked.success && [checked.output.label, checked.output.contact.phone]).toEqual([
      'My home',
      '+919845012345',
    ])
    const long = v.safeParse(savedAddressFormSchema, { ...typed, label: 'x'.repeat(41) })
    expect(long.issues?.map(({ message }) => message)).toEqual(['Use at most 40 characters.'])
  })

  test('ORDER-11 a mobile number is written in groups', () => {
    expect(spacedPhone('+919845012345')).toBe('+91 98450 12345')
    expect(spacedPhone('12345')).toBe('12345')
  })
})
