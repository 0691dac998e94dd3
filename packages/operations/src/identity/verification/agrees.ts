import { isDeepStrictEqual } from 'node:util'
import type { CredentialClaims } from './read-claims.ts'

type Members = Readonly<Record<string, unknown>>

/** Members of the data model, which a credential may carry beside its proof. */
const MODEL = ['@context', 'type', 'issuer', 'validFrom', 'validUntil', 'credentialSubject', 'credentialStatus'] as const

/**
 * True where everything that a presented credential says beside its proof is what was signed, in the form of the data model and in that of the interface:
 * otherwise a reader of these members would be shown what nobody has signed.
 *
 * @param signed - the payload as it was signed.
 */
export function agrees(presented: Members, signed: Members, claims: CredentialClaims): boolean {
  const own = ownMembersOf(signed, claims)
  return (
    MODEL.every((name) => isSame(presented[name], signed[name])) &&
    Object.entries(own).every(([name, value]) => isSame(presented[name], value)) &&
    isSameId(presented['id'], signed['id'])
  )
}

/** A member that is not presented says nothing. */
const isSame = (presented: unknown, signed: unknown): boolean =>
  presented === undefined || presented === null || isDeepStrictEqual(presented, signed)

/** The members of the interface that follow from what was signed. */
function ownMembersOf(signed: Members, { issuer, validFrom, validUntil, type, credentialSubject }: CredentialClaims): Members {
  const { id, ...data } = credentialSubject[0] ?? {}
  return {
    issuer: typeof signed['issuer'] === 'string' ? issuer : signed['issuer'],
    agent_did: id,
    credential_type: type.find((one) => one !== 'VerifiableCredential'),
    issued_at: validFrom?.toISOString(),
    expires_at: validUntil?.toISOString(),
    data,
  }
}

/** The interface names a credential by the last part of its id. */
const isSameId = (presented: unknown, signed: unknown): boolean =>
  isSame(presented, signed) || (typeof signed === 'string' && presented === signed.slice(signed.lastIndexOf('/') + 1))
