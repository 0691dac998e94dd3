import type { SeenCredential } from '@gateway/contract/identity/credentials'
import type { CredentialEntity } from '@gateway/db/identity/credential.entity'
import { decodeJwt } from 'jose'

/** A credential of ours with what it says, as it was signed. */
export function seeCredential(credential: CredentialEntity): SeenCredential {
  const { iss = '', credentialSubject } = decodeJwt(credential.jwt)
  // Its id is the DID that the row names.
  const { id: _id, ...data } = { ...(credentialSubject as Readonly<Record<string, unknown>>) }
  return { credential, issuer: iss, data }
}
