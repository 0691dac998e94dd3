import { expect, test } from 'vitest'
import { readOneOf, readText } from './search.ts'

test('a text in an address is read, digits too, and anything else is none', () => {
  expect(['order', 42, '', undefined, null, true, ['a'], {}].map(readText)).toEqual([
    'order',
    '42',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a choice in an address is one of those on offer, or none', () => {
  expect([7, 30, '7', 8, undefined].map((value) => readOneOf([7, 30], value))).toEqual([7, 30, undefined, undefined, undefined])
})
