import { compactVerify, decodeProtectedHeader, errors } from 'jose'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { CREDENTIAL_TYP } from '../signing/sign-credential.ts'
import { type CredentialClaims, readClaims } from './read-claims.ts'
import { parsePayload, type Payload, reading, readUnverified } from './read-payload.ts'
import { CredentialRefused } from './refusal.ts'

/** Algorithms of credentials; the kind of key decides among them. */
const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256']
const LONGEST_JWT = 64 * 1024

/** What is read of a header. A DID URL has no other characters than these. Source: RFC 7515, §4.1; W3C DID Core, §3.2. */
const Header = z.looseObject({
  typ: z.string(),
  kid: z
    .string()
    .regex(/^[!-~]*$/)
    .default(''),
  crit: z.undefined().optional(),
})

/** Where the keys of issuers are found. @throws {CredentialRefused} `issuer_unreachable` or `unknown_key`. */
export type FindKey = (of: { readonly did: string; readonly keyId: string }) => Promise<KeyObject>

/** What a signature is verified with, and when. */
export interface Verifying {
  readonly findKey: FindKey
  readonly now: Date
}

/** What an issuer has signed: its members as they were signed, and what is read of them. */
interface Secured {
  readonly signed: Payload
  readonly claims: CredentialClaims
}

/** As `verifySignature`, of a credential whose dates include this moment. @throws {CredentialRefused} */
export async function verifySecured(jwt: string, { findKey, now }: Verifying): Promise<CredentialClaims> {
  const { claims } = await verifySignature(jwt, { findKey })
  checkDates(claims, now)
  return claims
}

/** A secured credential whose signature is of its issuer; neither dates nor status are read. @throws {CredentialRefused} */
export async function verifySignature(jwt: string, { findKey }: Pick<Verifying, 'findKey'>): Promise<Secured> {
  const keyId = readKeyId(jwt)
  const { issuer: did } = readClaims(readUnverified(jwt))
  if (!keyId.startsWith(`${did}#`)) throw new CredentialRefused('issuer_mismatch')
  const signed = parsePayload(await verifiedBytes(jwt, await findKey({ did, keyId })))
  const claims = readClaims(signed)
  // The key was found for what nobody had verified yet.
  if (claims.issuer !== did) throw new CredentialRefused('issuer_mismatch')
  return { signed, claims }
}

async function verifiedBytes(jwt: string, key: KeyObject): Promise<Uint8Array> {
  const { payload } = await compactVerify(jwt, key, { algorithms: ALGORITHMS }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError || error instanceof TypeError ? new CredentialRefused('bad_signature') : error
  })
  return payload
}

/** The id of the key that has signed; empty where the header names none. */
function readKeyId(jwt: string): string {
  if (jwt.length > LONGEST_JWT) throw new CredentialRefused('malformed')
  const { typ, kid } = reading(() => Header.parse(decodeProtectedHeader(jwt)))
  if (typ.toLowerCase().replace(/^application\//, '') !== CREDENTIAL_TYP) throw new CredentialRefused('malformed')
  return kid
}

/** The dates of the credential, and those of the claims beside it, whichever end earlier; the moment of the end is after it. @throws {CredentialRefused} */
export function checkDates({ validFrom, validUntil, nbf, exp }: CredentialClaims, now: Date): void {
  if (validFrom && now < validFrom) throw new CredentialRefused('not_yet_valid')
  if (validUntil && now >= validUntil) throw new CredentialRefused('expired')
  if (nbf !== undefined && !(now.getTime() >= millisecondsOf(nbf))) throw new CredentialRefused('not_yet_valid')
  if (exp !== undefined && !(now.getTime() < millisecondsOf(exp))) throw new CredentialRefused('expired')
}

/** A date that is no number is none, and then nothing is within it. */
const millisecondsOf = (seconds: unknown): number => (typeof seconds === 'number' ? seconds * 1_000 : Number.NaN)
