import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { decryptAes, encryptAes, KEY_BYTES, packBox, unpackBox } from '../../kernel/aes-gcm.ts'

/** The keys of parties' tokens; the api and the signer hold the same secret, no other role does. */
export interface PartyTokenKeys {
  readonly hashKey: Buffer
  readonly sealKey: Buffer
}

/** The keys of a secret of 32 random bytes (HKDF-SHA256, RFC 5869). */
export const derivePartyTokenKeys = (secret: Buffer): PartyTokenKeys => ({
  hashKey: derived(secret, 'hash'),
  sealKey: derived(secret, 'seal'),
})

const derived = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'party-token', purpose, KEY_BYTES))

/** The stored form of a token: HMAC-SHA256 (RFC 2104), so that an attacker with the database alone cannot try tokens. */
export const hashToken = ({ hashKey }: PartyTokenKeys, token: string): Buffer => createHmac('sha256', hashKey).update(token).digest()

/** A token as evidence of its party's decision: only the signer and the api can open it, and only for this object. */
export const sealToken = ({ sealKey }: PartyTokenKeys, { objectId, token }: { objectId: string; token: string }): Buffer =>
  packBox(encryptAes({ key: sealKey, aad: Buffer.from(objectId) }, token))

/** The token that was sealed; undefined when it was sealed for another object, or by nobody who has the key. */
function openSealedToken(
  { sealKey }: PartyTokenKeys,
  { objectId, evidence }: { objectId: string; evidence: Uint8Array },
): string | undefined {
  try {
    return decryptAes({ key: sealKey, aad: Buffer.from(objectId) }, unpackBox(Buffer.from(evidence))).toString('utf8')
  } catch {
    return undefined // An attacker with the database may have written anything there.
  }
}

/** What a party's token proves, and the hash of that token as it was pinned, in hex. */
interface Evidence {
  readonly objectId: string
  readonly evidence: Uint8Array | null
  readonly tokenHash: string
}

/** True when the token that was sealed for an object is the pinned one. */
export function isPinnedToken(keys: PartyTokenKeys, { objectId, evidence, tokenHash }: Evidence): boolean {
  const token = evidence && openSealedToken(keys, { objectId, evidence })
  if (!token) return false
  const [given, pinned] = [hashToken(keys, token), Buffer.from(tokenHash, 'hex')]
  return given.length === pinned.length && timingSafeEqual(given, pinned)
}

/** What a token is sealed for that names its party's address: evidence of anything else, or of another address, does not open for it. */
export const namingOf = ({ escrowId, address }: { escrowId: string; address: string }): string => `${escrowId} is paid back at ${address}`
