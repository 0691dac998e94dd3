import fc from 'fast-check'
import { bytesToHex, concatHex, keccak256, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { releaseHash, releaseProof } from './release-hash.ts'

const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)

describe('release tokens', () => {
  test('releaseHash hashes the tag of the contract version, the id and the token', () => {
    const tag = keccak256(stringToHex('EscrowFactory release token 1'))
    fc.assert(
      fc.property(word, word, (id, digits) => {
        expect(releaseHash(id, `esc_${digits.slice(2)}`)).toBe(keccak256(concatHex([tag, id, digits])))
      }),
    )
  })

  test('releaseProof returns the 32 bytes of the token', () => {
    expect(releaseProof(`esc_${'ab'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  })

  test.each([
    '',
    'esc_',
    'ab'.repeat(32),
    `esc_${'AB'.repeat(32)}`,
    `esc_${'ab'.repeat(31)}`,
    `esc_${'ab'.repeat(33)}`,
    ` esc_${'ab'.repeat(32)}`,
  ])('releaseProof rejects "%s" with a message that does not repeat it', (text) => {
    expect(() => releaseProof(text)).toThrow(/^A release token is esc_ followed by 64 hexadecimal digits in lower case\.$/)
  })
})
