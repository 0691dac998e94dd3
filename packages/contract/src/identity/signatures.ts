import { type Read, scalar } from '../wire/scalar.ts'

const MAX_SIGNATURES = 10
const MAX_NAME_LENGTH = 64
const MAX_SIGNATURE_LENGTH = 1_000

/** Signatures by name. Only `escrow_sig` is judged; the others are stored. */
export const Signatures = scalar<Record<string, string>, Readonly<Record<string, string>>>(readSignatures, {
  description:
    'Action receipts: `escrow_sig` is the Ed25519 signature of `buyer_did` over the canonical JSON (RFC 8785) of the other members of this table that you send, in snake_case, in base64url. Without it the receipt is stored, and does not count.',
  example: { escrow_sig: 'k7JjYmR0Zm9yLWEtc2lnbmF0dXJlLW9mLTY0LWJ5dGVzLWluLWJhc2U2NHVybC1oZXJlLi4uLi4uLi4uLi4uLg' },
  type: 'object',
  additionalProperties: { type: 'string' },
})

function readSignatures(raw: unknown): Read<Readonly<Record<string, string>>> {
  const problem = { problem: `must be an object of at most ${MAX_SIGNATURES} signatures by name` }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return problem
  const entries = Object.entries(raw).filter(([, value]) => value !== null)
  const areTexts = entries.every(
    ([name, value]) =>
      name.length <= MAX_NAME_LENGTH && /^\w+$/.test(name) && name !== '__proto__' && typeof value === 'string' && isShort(value),
  )
  // Every value was found to be a text.
  return entries.length <= MAX_SIGNATURES && areTexts ? { value: Object.fromEntries(entries) as Record<string, string> } : problem
}

/** Printable ASCII, which every encoding of a signature is. */
const isShort = (value: string): boolean => value.length <= MAX_SIGNATURE_LENGTH && /^[\x20-\x7e]*$/.test(value)
