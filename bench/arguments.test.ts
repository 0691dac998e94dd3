import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('the commit to compare with is no part of the bench', () => {
  const expected = { parts: ['reading', 'creation'], against: 'dee40013', document: undefined, textsOnly: false, all: false }
  expect(readArguments(['reading', '--against', 'dee40013', 'creation'])).toEqual(expected)
})

test('flags that parts read themselves are no parts', () => {
  expect(readArguments(['gas', '--small', '--profile', '--no-signer', '--all', '--texts', '--document=/tmp/a.md'])).toEqual({
    parts: ['gas'],
    against: undefined,
    document: '/tmp/a.md',
    textsOnly: true,
    all: true,
  })
})

test.each([
  [['--against', 'dee40013'], 'compares named parts'],
  [['reading', '--against', 'dee40013', '--small'], 'mean nothing'],
  [['--agianst=dee40013'], 'Unknown option'],
])('refuses %j: %s', (args, reason) => {
  expect(() => readArguments(args)).toThrow(reason)
})
