import { compactVerify, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose'
import type { KeyObject } from 'node:crypto'
import { CREDENTIAL_TYP } from '../signing/sign-credential.ts'
import { type CredentialClaims, readClaims } from './read-claims.ts'
import { CredentialRefused } from './refusal.ts'

/** Algorithms of credentials; the kind of key decides among them. */
const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256']
const LONGEST_JWT = 64 * 1024

/** Where the keys of issuers are found. @throws {CredentialRefused} `issuer_unreachable` or `unknown_key`. */
export type FindKey = (of: { readonly did: string; readonly keyId: string }) => Promise<KeyObject>

/** What a signature is verified with, and when. */
export interface Verifying {
  readonly findKey: FindKey
  readonly now: Date
}

/** As `verifySignature`, of a credential whose dates include this moment. @throws {CredentialRefused} */
export async function verifySecured(jwt: string, { findKey, now }: Verifying): Promise<CredentialClaims> {
  const claims = await verifySignature(jwt, { findKey })
  checkDates(claims, now)
  return claims
}

/** The claims of a secured credential whose signature is of its issuer; neither dates nor status are read. @throws {CredentialRefused} */
export async function verifySignature(jwt: string, { findKey }: Pick<Verifying, 'findKey'>): Promise<CredentialClaims> {
  const header = readHeader(jwt)
  const keyId = header.kid ?? ''
  const unsigned = readClaims(readPayload(jwt))
  const did = unsigned.issuer
  if (!keyId.startsWith(`${did}#`)) throw new CredentialRefused('issuer_mismatch')
  const key = await findKey({ did, keyId })
  const { payload } = await compactVerify(jwt, key, { algorithms: ALGORITHMS }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError || error instanceof TypeError ? new CredentialRefused('bad_signature') : error
  })
  return readClaims(reading(() => JSON.parse(Buffer.from(payload).toString('utf8'))))
}

function readHeader(jwt: string): ProtectedHeaderParameters {
  if (jwt.length > LONGEST_JWT) throw new CredentialRefused('malformed')
  const header = reading(() => decodeProtectedHeader(jwt))
  const typ = header.typ?.toLowerCase().replace(/^application\//, '')
  if (typ !== CREDENTIAL_TYP || header.crit !== undefined) throw new CredentialRefused('malformed')
  return header
}

const readPayload = (jwt: string): unknown => reading(() => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')))

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch {
    // Whatever is no JWT of JSON is no credential.
    throw new CredentialRefused('malformed')
  }
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
