import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newKey } from '../keys/seal-private-key.ts'
import { didDocumentOf } from './did-document.ts'
import { didKeyOf, findKeyOfDid, multibaseOf, publicKeyOf } from './did-key.ts'
import { didWebOf, findDocumentUrl } from './did-web.ts'

describe('did:key', () => {
  test('has the form of the method’s own example', () => {
    const raw = Buffer.from('2e6fcce36701dc791488e0d0b1745cc1e33a4c1c9fcc41c63bd343dbbe0970e6', 'hex')
    expect(didKeyOf(raw)).toBe('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')
  })

  test('every key is found again in its DID', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (raw) => {
        expect(findKeyOfDid(didKeyOf(raw))).toEqual(Buffer.from(raw))
      }),
    )
  })

  test.each([
    ['another method', 'did:web:shop.example'],
    ['X25519', 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc'],
    ['secp256k1', 'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme'],
    ['characters that base58 does not have', 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2d0O'],
    ['a key cut off', 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2do'],
    ['base64url', 'did:key:u7QEub8zjZwHceRSI4NCxdFzB4zpMHJ_MQcY700PbvglwY'],
    ['nothing', 'did:key:'],
    ['a long text', `did:key:z${'6'.repeat(100_000)}`],
  ])('%s has no Ed25519 key', (_what, did) => {
    expect(findKeyOfDid(did)).toBeUndefined()
  })

  test('arbitrary texts are no keys and throw nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => void findKeyOfDid(`did:key:${text}`)))
  })
})

describe('did:web', () => {
  test.each([
    ['https://pay.example', 'did:web:pay.example', 'https://pay.example/.well-known/did.json'],
    ['https://127.0.0.1:8443', 'did:web:127.0.0.1%3A8443', 'https://127.0.0.1:8443/.well-known/did.json'],
  ])('the DID of %s is %s, whose document is at %s', (origin, did, url) => {
    expect(didWebOf(origin)).toBe(did)
    expect(findDocumentUrl(did)).toBe(url)
  })

  test('further segments are a path', () => {
    expect(findDocumentUrl('did:web:issuer.example%3a444:of:shops')).toBe('https://issuer.example:444/of/shops/did.json')
  })

  test.each([
    ['a path in the host', 'did:web:issuer.example%2Fsecret'],
    ['a user', 'did:web:user@issuer.example'],
    ['a slash', 'did:web:issuer.example/x'],
    ['an empty segment', 'did:web:issuer.example::x'],
    ['a query', 'did:web:issuer.example?x'],
    ['a fragment', 'did:web:issuer.example#x'],
    ['a port that is none', 'did:web:issuer.example%3A99999999'],
    ['no host', 'did:web:'],
    ['another method', 'did:key:z6Mk'],
  ])('%s has no address', (_what, did) => {
    expect(findDocumentUrl(did)).toBeUndefined()
  })
})

test('the document lists every key as a Multikey that asserts', () => {
  const [current, retired] = [newKey(), newKey()]
  const keys = [
    { kid: 'current', publicKey: current.publicKey },
    { kid: 'retired', publicKey: retired.publicKey },
  ]
  const document = didDocumentOf({ publicUrl: 'https://pay.example', keys })
  expect(document).toMatchObject({
    id: 'did:web:pay.example',
    assertionMethod: ['did:web:pay.example#current', 'did:web:pay.example#retired'],
  })
  expect(document.verificationMethod).toContainEqual({
    id: 'did:web:pay.example#retired',
    type: 'Multikey',
    controller: 'did:web:pay.example',
    publicKeyMultibase: multibaseOf(retired.publicKey),
  })
  expect(publicKeyOf(current.publicKey).asymmetricKeyType).toBe('ed25519')
})
