import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/evm-addresses.json' with { type: 'json' }
import { parseEvmAddress, watchKey } from './address.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const parse = (text: string) => parseEvmAddress(text, new Map([[usdc, 'the USDC contract']]))
const bytes20 = fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((bytes) => bytes.slice(0, 18).some((byte) => byte !== 0))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('parseEvmAddress', () => {
  test.each([...vectors.allCaps, ...vectors.allLower, ...vectors.mixed])('accepts the EIP-55 spelling %s', (address) => {
    expect(parse(address)).toEqual({ address })
  })

  test.each(vectors.mixed)('accepts %s in lower or upper case and restores its checksum', (address) => {
    expect(parse(address.toLowerCase())).toEqual({ address })
    expect(parse(`0x${address.slice(2).toUpperCase()}`)).toEqual({ address })
  })

  test('gives any twenty bytes one canonical spelling', () => {
    fc.assert(
      fc.property(bytes20, (bytes) => {
        const parsed = parse(`0x${hex(bytes)}`)
        if ('problem' in parsed) throw new Error(parsed.problem)
        expect(parse(parsed.address)).toEqual(parsed)
        expect(watchKey(parsed.address)).toBe(`0x${hex(bytes)}`)
      }),
    )
  })
})

describe('parseEvmAddress', () => {
  const shape = 'must be 0x followed by 40 hexadecimal digits'
  const good = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  test.each([
    ['an empty text', '', shape],
    ['a trailing space', `${good} `, shape],
    ['a leading space', ` ${good}`, shape],
    ['a trailing newline', `${good}\n`, shape],
    ['a missing 0x', good.slice(2), shape],
    ['an upper-case 0X', `0X${good.slice(2)}`, shape],
    ['a digit too few', good.slice(0, -1), shape],
    ['a digit too many', `${good}0`, shape],
    ['a Cyrillic look-alike', good.replace('a', 'а'), shape],
    ['full-width digits', good.replace('5', '５'), shape],
    ['ten kilobytes', `0x${'a'.repeat(10_240)}`, shape],
    ['an ENS name', 'vitalik.eth', shape],
    ['a Bitcoin address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', shape],
    ['an ICAP address', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', shape],
    ['one digit in the wrong case', good.replace('aA', 'AA'), 'has a wrong EIP-55 checksum'],
    ['the zero address', `0x${'0'.repeat(40)}`, 'is the zero address'],
    ['the burn address', '0x000000000000000000000000000000000000dEaD', 'is a burn address'],
    ['the first precompile', `0x${'0'.repeat(39)}1`, 'is a precompiled contract'],
    ['the P-256 precompile', `0x${'0'.repeat(37)}100`, 'is a precompiled contract'],
    ['the last reserved number', `0x${'0'.repeat(36)}ffff`, 'is a precompiled contract'],
    ['a token contract', usdc, 'is the USDC contract'],
    ['a token contract in lower case', usdc.toLowerCase(), 'is the USDC contract'],
  ])('rejects %s', (_, text, problem) => {
    expect(parse(text)).toEqual({ problem })
  })

  test('rejects every address with one digit in the other case, unless all digits then agree', () => {
    fc.assert(
      fc.property(bytes20, fc.nat(39), (bytes, position) => {
        const parsed = parse(`0x${hex(bytes)}`)
        if ('problem' in parsed) throw new Error(parsed.problem)
        const flipped = flipCase(parsed.address, position + 2)
        const digits = flipped.slice(2)
        fc.pre(flipped !== parsed.address && digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
        expect(parse(flipped)).toEqual({ problem: 'has a wrong EIP-55 checksum' })
      }),
    )
  })

  test('rejects any other text without throwing', () => {
    const accepted = /^0x[0-9a-fA-F]{40}$/
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        fc.pre(!accepted.test(text))
        expect(parse(text)).toEqual({ problem: shape })
      }),
    )
  })
})

function flipCase(text: string, position: number): string {
  const digit = text.charAt(position)
  const flipped = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
  return `${text.slice(0, position)}${flipped}${text.slice(position + 1)}`
}
