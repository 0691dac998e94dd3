import type { SeenCredential } from '@gateway/contract/identity/credentials'
import type { CredentialEntity } from '@gateway/db/identity/credential.entity'
import { decodeJwt } from 'jose'

/** A credential of ours with what it says, as it was signed. */
export const seeCredential = (credential: CredentialEntity): SeenCredential => ({ credential, ...readClaimsOf(credential.jwt) })

/** The issuer of a credential that we have signed, and what it says of its subject. */
export function readClaimsOf(jwt: string): Pick<SeenCredential, 'issuer' | 'data'> {
  const { iss = '', credentialSubject } = decodeJwt(jwt)
  // We have signed an object; its id is the DID that the row names.
  const { id: _id, ...data } = { ...(credentialSubject as Readonly<Record<string, unknown>>) }
  return { issuer: iss, data }
}
