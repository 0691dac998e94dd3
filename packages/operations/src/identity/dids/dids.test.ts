import { multibaseKey } from '@gateway/domain/identity/did'
import { describe, expect, test } from 'vitest'
import { newKey } from '../keys/seal-private-key.ts'
import { didDocumentOf } from './did-document.ts'
import { didWebOf, findDocumentUrl } from './did-web.ts'

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
    publicKeyMultibase: multibaseKey(retired.publicKey),
  })
})
