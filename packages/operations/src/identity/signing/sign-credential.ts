import { SignJWT } from 'jose'
import type { KeyObject } from 'node:crypto'
import type { UnsignedCredential } from './unsigned-credential.ts'

/** The media type of a secured credential. */
export const CREDENTIAL_TYP = 'vc+jwt'

/** A private key, and the id of its public key in the document of its DID. */
export interface CredentialKey {
  readonly keyId: string
  readonly privateKey: KeyObject
}

/**
 * Secures a credential with JOSE. Libraries of JWTs read claims and no members of credentials, so `iss`, `sub`, `jti`, `iat`, `nbf` and `exp` stand beside these
 * and agree with them; there is no `vc` and no `aud`. Source: W3C VC JOSE and COSE, §3.1.
 *
 * @returns the compact JWS.
 */
export function signCredential({ keyId, privateKey }: CredentialKey, credential: UnsignedCredential, now: Date): Promise<string> {
  const { id, issuer, validFrom, validUntil, credentialSubject } = credential
  const claims = new SignJWT({ ...credential, iss: issuer, sub: credentialSubject.id, jti: id })
    .setProtectedHeader({ alg: 'EdDSA', typ: CREDENTIAL_TYP, cty: 'vc', kid: keyId })
    .setIssuedAt(secondsOf(now))
    .setNotBefore(secondsOf(new Date(validFrom)))
  if (validUntil !== undefined) claims.setExpirationTime(secondsOf(new Date(validUntil)))
  return claims.sign(privateKey)
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000)
