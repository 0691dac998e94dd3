import { findMultibaseKey } from '@gateway/domain/identity/did'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { publicKeyObject } from '../dids/public-key-object.ts'

/** Curves whose signatures are verified: EdDSA and ES256. */
const Jwk = z.union([
  z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
])
const Method = z.looseObject({
  id: z.string(),
  type: z.string(),
  controller: z.string().optional(),
  publicKeyMultibase: z.string().optional(),
  publicKeyJwk: z.unknown().optional(),
})
type Method = z.output<typeof Method>
const Document = z.looseObject({
  id: z.string(),
  verificationMethod: z.array(Method).default([]),
  assertionMethod: z.array(z.union([z.string(), Method])).default([]),
})

const multibaseTypes: ReadonlySet<string> = new Set(['Multikey', 'Ed25519VerificationKey2020'])
const jwkTypes: ReadonlySet<string> = new Set(['JsonWebKey', 'JsonWebKey2020'])

/**
 * The key with this id that a document lets assert; undefined where it lists none, and where the document is of another DID.
 * Source: W3C Controlled Identifiers, §3.3.
 */
export function findDocumentKey(document: unknown, { did, keyId }: { did: string; keyId: string }): KeyObject | undefined {
  const read = Document.safeParse(document)
  if (!read.success || read.data.id !== did) return undefined
  const absolute = (id: string): string => (id.startsWith('#') ? `${did}${id}` : id)
  const asserting = read.data.assertionMethod.find((method) => absolute(typeof method === 'string' ? method : method.id) === keyId)
  if (asserting === undefined) return undefined
  const method = typeof asserting === 'string' ? read.data.verificationMethod.find(({ id }) => absolute(id) === keyId) : asserting
  return method && (method.controller ?? did) === did ? keyOf(method) : undefined
}

function keyOf({ type, publicKeyMultibase, publicKeyJwk }: Method): KeyObject | undefined {
  if (multibaseTypes.has(type)) {
    const raw = findMultibaseKey(publicKeyMultibase ?? '')
    return raw && publicKeyObject(raw)
  }
  const jwk = jwkTypes.has(type) ? Jwk.safeParse(publicKeyJwk).data : undefined
  return jwk && tryKey(jwk)
}

function tryKey(jwk: z.output<typeof Jwk>): KeyObject | undefined {
  try {
    return createPublicKey({ format: 'jwk', key: jwk })
  } catch {
    // A point that is not on its curve, or coordinates of another length.
    return undefined
  }
}
