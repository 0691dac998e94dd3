import { didWebOf } from '../dids/did-web.ts'

/** Where the bit of a credential is. */
export interface StatusPlace {
  readonly listId: number
  readonly listIndex: number
}

/** A credential of ours before it is signed. */
export interface CredentialFacts {
  /** UUID. */
  readonly id: string
  readonly type: string
  /** The DID that it is about. */
  readonly subject: string
  /** What it says of the subject; amounts are decimal strings. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly issuedAt: Date
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
  readonly status: StatusPlace
}

/** A credential of the data model (W3C VC 2.0). */
export interface UnsignedCredential {
  readonly '@context': readonly string[]
  readonly id: string
  readonly type: readonly string[]
  readonly issuer: string
  /** Whole seconds, as the claims of a JWT are. */
  readonly validFrom: string
  readonly validUntil?: string
  readonly credentialSubject: { readonly id: string; readonly [claim: string]: unknown }
  readonly credentialStatus?: object
}

/** The context that every credential names first. */
export const BASE_CONTEXT = 'https://www.w3.org/ns/credentials/v2'

/** Where the context of our own types is. */
export const contextUrlOf = (publicUrl: string): string => `${publicUrl}/credentials/context/v1`
/** Where a credential is, which is its id too. */
export const credentialUrlOf = (publicUrl: string, id: string): string => `${publicUrl}/api/reputation/credential/${id}`
/** Where a status list is. */
export const statusListUrlOf = (publicUrl: string, listId: number): string => `${publicUrl}/credentials/status/${listId}`

/** RFC 3339 in whole seconds, rounded down. */
export const wholeSeconds = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/** A credential of the service with its entry in a status list. */
export function draftCredential(publicUrl: string, facts: CredentialFacts): UnsignedCredential {
  const { id, type, subject, claims, issuedAt, expiresAt, status } = facts
  const list = statusListUrlOf(publicUrl, status.listId)
  return {
    '@context': [BASE_CONTEXT, contextUrlOf(publicUrl)],
    id: credentialUrlOf(publicUrl, id),
    type: ['VerifiableCredential', type],
    issuer: didWebOf(publicUrl),
    validFrom: wholeSeconds(issuedAt),
    ...(expiresAt && { validUntil: wholeSeconds(expiresAt) }),
    credentialSubject: { ...claims, id: subject },
    credentialStatus: {
      id: `${list}#${status.listIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      // A string by its specification.
      statusListIndex: String(status.listIndex),
      statusListCredential: list,
    },
  }
}
