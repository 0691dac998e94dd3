import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entropyOfMnemonic, mnemonicOf, MnemonicRefused } from './mnemonic.ts'

// Source: the test vectors of BIP-39 (github.com/trezor/python-mnemonic, vectors.json).
const published = [
  ['00'.repeat(32), `${'abandon '.repeat(23)}art`],
  ['ff'.repeat(32), `${'zoo '.repeat(23)}vote`],
  ['7f'.repeat(32), `${'legal winner thank year wave sausage worth useful '.repeat(2)}legal winner thank year wave sausage worth title`],
] as const

describe('the mnemonic of a seed', () => {
  test.each(published)('the mnemonic of %s equals the published BIP-39 vector', (hex, words) => {
    expect(mnemonicOf(Buffer.from(hex, 'hex')).join(' ')).toBe(words)
    expect(entropyOfMnemonic(words).toString('hex')).toBe(hex)
  })

  test('every mnemonic gives back its seed in any case and spacing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constantFrom(' ', '\n', '  \t', '\r\n'), (entropy, space) => {
        expect(entropyOfMnemonic(`\n ${mnemonicOf(entropy).join(space).toUpperCase()} `)).toEqual(Buffer.from(entropy))
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ['12 words of another wallet', `${'abandon '.repeat(11)}about`],
    ['a wrong checksum', 'abandon '.repeat(24)],
    ['an unknown word', `${'abandon '.repeat(23)}secretword`],
    ['25 words', `${'abandon '.repeat(24)}art`],
    ['nothing', ''],
  ])('refuses a mnemonic with %s and repeats no word', (_name, text) => {
    expect(() => entropyOfMnemonic(text)).toThrow(MnemonicRefused)
    expect(() => entropyOfMnemonic(text)).not.toThrow(/abandon|about|secretword|art/)
  })
})
