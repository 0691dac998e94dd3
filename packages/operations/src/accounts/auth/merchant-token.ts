import { isUuid, type MerchantId } from '@gateway/domain/kernel/id'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { ApiContext, TokenKeys } from '../../kernel/context.ts'

/** The session that a token stands for. */
export interface SessionTerms {
  readonly id: string
  readonly merchantId: MerchantId
  readonly createdAt: Date
  readonly expiresAt: Date
}

const ALGORITHM = 'EdDSA'
const TYPE = 'merchant+jwt'
const AUDIENCE = 'portal'
const KID_LENGTH = 16

/** The keys of tokens that an issuer signs. The key id is derived from the key, so that a new key never has an old id. */
export function openTokenKeys({ issuer, privateKey }: { issuer: string; privateKey: KeyObject }): TokenKeys {
  const publicKey = createPublicKey(privateKey)
  const kid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, KID_LENGTH)
  return { issuer, kid, privateKey, publicKey }
}

/** The bearer token of a session. Its claims are ids and times only, because anyone who holds it can decode it. */
export function signMerchantToken(keys: TokenKeys, session: SessionTerms): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: keys.kid })
    .setIssuer(keys.issuer)
    .setAudience(AUDIENCE)
    .setSubject(session.merchantId)
    .setJti(session.id)
    .setIssuedAt(session.createdAt)
    .setExpirationTime(session.expiresAt)
    .sign(keys.privateKey)
}

/** True when a text is a token that names this gateway as its issuer. Nothing is verified here. */
export function isOwnToken(keys: TokenKeys, text: string): boolean {
  try {
    return decodeJwt(text).iss === keys.issuer
  } catch {
    // Most foreign bearer strings are no tokens at all; the decoder reports that by throwing.
    return false
  }
}

/**
 * The session of a token; undefined unless signature, algorithm, key id, type, audience, issuer, times and ids are all right.
 *
 * Algorithm and key never come from the token: `jku`, `x5u` and `jwk` in its header are ignored (RFC 8725 §3.1, §3.10, §3.11).
 */
export async function verifyMerchantToken(
  ctx: Pick<ApiContext, 'tokenKeys' | 'clock'>,
  text: string,
): Promise<{ sessionId: string; merchantId: MerchantId } | undefined> {
  const { publicKey, issuer, kid } = ctx.tokenKeys
  const rules = { algorithms: [ALGORITHM], typ: TYPE, audience: AUDIENCE, issuer, requiredClaims: ['exp', 'iat'] }
  try {
    const { payload, protectedHeader } = await jwtVerify(text, publicKey, { ...rules, currentDate: ctx.clock.now() })
    const { jti: sessionId, sub: merchantId } = payload
    // Postgres would refuse to compare anything else with a uuid column.
    if (protectedHeader.kid !== kid || !isUuid(sessionId) || !isUuid(merchantId)) return undefined
    return { sessionId, merchantId }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
