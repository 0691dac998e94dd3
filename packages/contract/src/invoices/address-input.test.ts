import { expect, test } from 'vitest'
import { PostalAddressInput } from './address-input.ts'

const address = { street: 'Ring 1', city: 'Wien', country: 'at' }
const read = { extra: null, region: null, street: 'Ring 1', city: 'Wien', country: 'AT' }

test.each(['postcode', 'postal_code', 'postalCode'])('an address takes its postcode as %s', (name) => {
  expect(PostalAddressInput.parse({ ...address, [name]: '1010' })).toEqual({ ...read, postcode: '1010' })
})

test('an address needs neither postcode nor region, and its country is one of ISO 3166-1', () => {
  expect(PostalAddressInput.parse(address)).toEqual({ ...read, postcode: null })
  expect(PostalAddressInput.safeParse({ ...address, country: 'EL' }).success).toBe(false)
})
