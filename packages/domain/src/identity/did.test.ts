import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { didKeyOf, findMultibaseKey, isDid, multibaseKey, publicKeyOf } from './did.ts'

/** did:key Test Vectors, §A.1 of The did:key Method v0.7. */
const KNOWN = {
  did: 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
  hex: '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
} as const

describe('a DID', () => {
  test.each(['did:web:shop.example', 'did:web:shop.example%3A8443:user:ada', 'did:key:z6Mk', 'did:ion:Ei_a-b.c', 'did:a1::x'])(
    '%s has the syntax of one',
    (text) => expect(isDid(text)).toBe(true),
  )

  test.each([
    '',
    'did',
    'did:',
    'did:key',
    'did:key:',
    'DID:key:z6Mk',
    'did:Key:z6Mk',
    'did:key:z6Mk:',
    'did:web:a/b',
    'did:web:a#key',
    'did:web:a?x=1',
    'did:web:a b',
    'did:web:%zz',
    'did:web:ä',
    'did:key:z6Mk\n',
    ' did:key:z6Mk',
    `did:key:${'z'.repeat(1000)}`,
    null,
    7,
    ['did:key:z6Mk'],
  ])('%j is none', (text) => expect(isDid(text)).toBe(false))

  test('a crafted text is refused in linear time', () => {
    expect(isDid(`did:a:${'%41'.repeat(300)}!`)).toBe(false)
    expect(isDid(`did:a:${':'.repeat(900)}`)).toBe(false)
  })
})

describe('did:key', () => {
  test('a published key and its DID lead to each other', () => {
    const key = Uint8Array.from(KNOWN.hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    expect(didKeyOf(key)).toBe(KNOWN.did)
    expect(publicKeyOf(KNOWN.did)).toEqual(key)
  })

  test('every key has one DID, which is read back as the key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        const did = didKeyOf(key)
        expect(isDid(did)).toBe(true)
        expect(publicKeyOf(did)).toEqual(key)
      }),
    )
  })

  test('a text that is read as a key is the only spelling of it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/), (text) => {
        const key = findMultibaseKey(text)
        expect(key === undefined || multibaseKey(key) === text).toBe(true)
      }),
    )
  })

  test.each([
    'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc',
    'did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv',
    'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooW',
    'did:web:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
  ] as const)('%s is no Ed25519 key', (did) => expect(publicKeyOf(did)).toBeUndefined())
})
