import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKey, openPrivateKey, sealPrivateKey } from './seal-private-key.ts'

const issuerKey = createSecretKey(randomBytes(32))
/** What the cipher says of a tag that does not fit. */
const REFUSED = 'unable to authenticate data'
const label = { purpose: 'issuer key', rowId: 'one' } as const

test('a sealed private key opens in its own row, with the same key, and nowhere else', () => {
  const { privateKey } = newKey()
  const sealed = sealPrivateKey(issuerKey, label, privateKey)
  expect(openPrivateKey(issuerKey, label, sealed).equals(privateKey)).toBe(true)
  expect(() => openPrivateKey(issuerKey, { ...label, rowId: 'other' }, sealed)).toThrow(REFUSED)
  expect(() => openPrivateKey(issuerKey, { ...label, purpose: 'DID of a merchant' }, sealed)).toThrow(REFUSED)
  expect(() => openPrivateKey(createSecretKey(randomBytes(32)), label, sealed)).toThrow(REFUSED)
  const altered = Buffer.from(sealed)
  altered.writeUInt8(altered.readUInt8(20) ^ 1, 20)
  expect(() => openPrivateKey(issuerKey, label, altered)).toThrow(REFUSED)
})

test('a box contains neither the private key nor the same bytes twice', () => {
  const { privateKey } = newKey()
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  const [one, other] = [sealPrivateKey(issuerKey, label, privateKey), sealPrivateKey(issuerKey, label, privateKey)]
  expect(one.includes(secret)).toBe(false)
  expect(one.equals(other)).toBe(false)
})
