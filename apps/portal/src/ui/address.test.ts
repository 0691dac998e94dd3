import { expect, test } from 'vitest'
import { short } from './address.tsx'

test('the short form of an address keeps its beginning and its end', () => {
  expect(short('0xB7f6a1b2c3d4e5f60718293a4b5c6d7e8f90B0AA')).toBe('0xB7f6…B0AA')
})

test('a text that would hardly be shorter stays whole', () => {
  expect(short('0123456789ab')).toBe('0123456789ab')
  expect(short('0123456789abc')).toBe('012345…9abc')
})
