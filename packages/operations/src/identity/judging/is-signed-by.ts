import { type Did, publicKeyOf } from '@gateway/domain/identity/did'
import { canonicalJson, type Json } from '@gateway/domain/kernel/canonical-json'
import { createPublicKey, verify } from 'node:crypto'

const SIGNATURE_BYTES = 64
const BASE64URL = /^[A-Za-z0-9_-]{86}(?:==)?$/

/** True when a signature in base64url is that of a `did:key` (Ed25519) over the RFC 8785 form of a value. No other DID has a key that is known here. */
export function isSignedBy(did: Did, { signed, signature }: { signed: Json; signature: string | undefined }): boolean {
  const key = publicKeyOf(did)
  if (!key || signature === undefined || !BASE64URL.test(signature)) return false
  const bytes = Buffer.from(signature, 'base64url')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return (
    bytes.length === SIGNATURE_BYTES &&
    verify(null, Buffer.from(canonicalJson(signed)), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
  )
}
