import { type Did, findMultibaseKey, isDid } from '@gateway/domain/identity/did'
import { MAX_DID_LENGTH } from '@gateway/domain/identity/limits'
import { isUuid } from '@gateway/domain/kernel/id'
import { z } from 'zod'
import { type Read, scalar, type ScalarMeta } from '../wire/scalar.ts'

/** An example of a DID that every page of the description uses. */
const EXAMPLE_DID = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'
const EXAMPLE_PUBLIC_KEY = 'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9_+/-]+={0,2}$/

/** A DID in an answer. */
export const DidView = z.string().meta({ description: 'A decentralized identifier.', example: EXAMPLE_DID })

/** A DID in a request. Nothing is resolved. */
export const didName = (description: string) =>
  scalar<string, Did>((raw) => (isDid(raw) ? { value: raw } : { problem: 'must be a DID, such as did:key:z6Mk…' }), {
    description,
    example: EXAMPLE_DID,
    type: 'string',
    maxLength: MAX_DID_LENGTH,
  })

/** An Ed25519 public key: 32 bytes in base64url, base64 or hexadecimal, or in multibase as a `did:key` ends. */
export const PublicKey = scalar<string, Uint8Array>(readPublicKey, {
  description: 'The Ed25519 public key: 32 bytes in base64url, base64 or hexadecimal, or as its `did:key` ends.',
  example: EXAMPLE_PUBLIC_KEY,
  type: 'string',
  maxLength: 64,
})

/** An Ed25519 signature: 64 bytes in base64url or base64. */
export const Signature = scalar<string, Uint8Array>(
  (raw) => readBytes(raw, { length: SIGNATURE_BYTES, problem: 'must be an Ed25519 signature, 64 bytes in base64url' }),
  {
    description: 'The Ed25519 signature over the UTF-8 text `claim-did:{did}:{merchantId}`: 64 bytes in base64url.',
    example: 'k7JjYmR0Zm9yLWEtc2lnbmF0dXJlLW9mLTY0LWJ5dGVzLWluLWJhc2U2NHVybC1oZXJlLi4uLi4uLi4uLi4uLg',
    type: 'string',
    maxLength: 128,
  },
)

/** A UUID in any case, which is stored in lower case. */
export const uuid = (meta: ScalarMeta) =>
  scalar<string, string>(
    (raw) => {
      const value = typeof raw === 'string' ? raw.toLowerCase() : raw
      return isUuid(value) ? { value } : { problem: 'must be a UUID' }
    },
    { type: 'string', format: 'uuid', ...meta },
  )

function readPublicKey(raw: unknown): Read<Uint8Array> {
  const known = typeof raw === 'string' ? (findMultibaseKey(raw) ?? findHex(raw, KEY_BYTES)) : undefined
  return known ? { value: known } : readBytes(raw, { length: KEY_BYTES, problem: 'must be an Ed25519 public key, 32 bytes in base64url' })
}

function readBytes(raw: unknown, { length, problem }: { length: number; problem: string }): Read<Uint8Array> {
  if (typeof raw !== 'string' || raw.length > 2 * length || !BASE64.test(raw)) return { problem }
  const value = findBase64(raw.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  return value?.length === length ? { value } : { problem }
}

function findBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

function findHex(text: string, length: number): Uint8Array | undefined {
  if (text.length !== 2 * length || !HEX.test(text)) return undefined
  return Uint8Array.from({ length }, (_, place) => Number.parseInt(text.slice(2 * place, 2 * place + 2), 16))
}
