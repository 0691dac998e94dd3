import { expect, test } from 'vitest'
import { columnsOf, wrap } from './text-columns.ts'

test('counts wide characters twice and combining ones not at all', () => {
  expect(columnsOf('aé漢字。')).toBe(8)
  expect(columnsOf('e\u0301')).toBe(1)
})

test('breaks lines at spaces and leaves a longer word whole', () => {
  const link = `https://pay.example.com/${'x'.repeat(80)}`
  expect(wrap(`one two ${link} three`, 8)).toEqual(['one two', link, 'three'])
})

test('breaks Japanese and Chinese between characters, and never before a full stop', () => {
  const lines = wrap('これはとても長い文章です。次の行に続きます。', 10)
  expect(lines.every((line) => columnsOf(line) <= 12)).toBe(true)
  expect(lines.filter((line) => /^[、。ょっー]/.test(line))).toEqual([])
  expect(lines.join('')).toBe('これはとても長い文章です。次の行に続きます。')
})
