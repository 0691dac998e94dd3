import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLine } from './text.ts'

const LIMITS = { min: 1, max: 100 } as const
const CONTROLS = /[\u202a-\u202e\u2066-\u2069\n\v\f\r\u0085\u2028\u2029]/

describe('a text of one line', () => {
  test.each([
    ['Shop\u202egnp.exe', 'Shopgnp.exe'],
    ['\u2067Shop\u2069', 'Shop'],
    ['Shop\r\nBcc: all@evil.example', 'Shop Bcc: all@evil.example'],
    ['\u2028Shop\u0085', 'Shop'],
    ['a\n\n\nb', 'a b'],
  ])('loses what could reorder or leave its line: %j', (raw, value) => {
    expect(readLine(raw, LIMITS)).toEqual({ value })
  })

  test.each(['\u200fשלום\u200e', '👩‍👩‍👧', 'क्‍ष', ' <b>&"\' ', '${jndi}{{7*7}}=cmd', 'Müller & Söhne', '\u0301', 'ก'])(
    'keeps %j as it is',
    (raw) => {
      expect(readLine(raw, LIMITS)).toEqual({ value: raw })
    },
  )

  test.each([
    '\u200b',
    '\u202e\u202c',
    '\u2066\n\u2069',
    '\u00ad\u200d\ufeff',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u{e0041}',
    '\u00a0\u3000',
    '\n',
    '\u0007',
  ])('is none when nothing of it can be seen: %j', (raw) => {
    expect(readLine(raw, LIMITS)).toEqual({ problem: expect.any(String) })
    expect(readLine(raw, { max: 100 })).toEqual({ problem: expect.any(String) })
  })

  test('may be empty where it is not required', () => {
    expect(readLine('', { max: 100 })).toEqual({ value: '' })
    expect(readLine('', LIMITS)).toEqual({ problem: expect.any(String) })
  })

  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u202e', '\u2066', '\n', '\r\n', '\u2028', '\u200f', '\u200d', '\u3164', 'a', '👩‍👧'),
  )
  const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  test('of any text, nothing is left that breaks or reorders, and everything else is, in its order', () => {
    const without = (text: string) => text.replace(new RegExp(CONTROLS, 'g'), '').replaceAll(' ', '')
    fc.assert(
      fc.property(anyText, (raw) => {
        const read = readLine(raw, LIMITS)
        if (!('value' in read)) return
        expect(read.value).not.toMatch(CONTROLS)
        expect(without(read.value)).toBe(without(raw))
        expect(readLine(read.value, LIMITS)).toEqual(read)
      }),
    )
  })

  test('a text with a letter is one, whatever invisible stands around it', () => {
    const invisible = fc.array(fc.constantFrom('\u200b', '\u202e', '\u2069', '\ufe0f', '\u3164', ' ', '\n')).map((all) => all.join(''))
    fc.assert(
      fc.property(invisible, invisible, (before, after) => {
        expect(readLine(before, LIMITS)).toEqual({ problem: expect.any(String) })
        expect(readLine(`${before}a${after}`, { max: 1_000 })).toEqual({ value: expect.stringContaining('a') })
      }),
    )
  })
})
