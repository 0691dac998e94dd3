import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'

const measure = { width: 10, widthOf: (text: string) => Array.from(text).length }
const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '東', 'é'), maxLength: 80 })

test('lines break at blanks, between ideographs, and within a word that is too long', () => {
  expect(breakLines('one two three four', measure)).toEqual(['one two', 'three four'])
  expect(breakLines('東京都千代田区丸の内一丁目', measure)).toEqual(['東京都千代田区丸の内', '一丁目'])
  expect(breakLines('abcdefghijklmno pq', measure)).toEqual(['abcdefghij', 'klmno pq'])
  expect(breakLines('first\n\nlast', measure)).toEqual(['first', '', 'last'])
  expect(breakLines('', measure)).toEqual([''])
})

test('lines fit the width and lose nothing but blanks', () => {
  fc.assert(
    fc.property(letters, (text) => {
      const lines = breakLines(text, measure)
      expect(lines.filter((line) => measure.widthOf(line) > measure.width)).toEqual([])
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''))
    }),
  )
})
