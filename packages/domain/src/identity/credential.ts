import type { MerchantId } from '../kernel/id.ts'
import type { Did } from './did.ts'

/** What a credential of this service says. */
export const credentialTypes = ['EscrowSettlementCredential', 'DidControlCredential', 'ReputationCredential'] as const
export type CredentialType = (typeof credentialTypes)[number]

/** An issued credential; `jwt` is the whole of it, secured as `vc+jwt`. */
export interface Credential {
  readonly id: string
  readonly merchantId: MerchantId
  readonly did: Did
  readonly type: CredentialType
  readonly issuedAt: Date
  /** Null where it does not end. */
  readonly expiresAt: Date | null
  readonly listId: number
  readonly listIndex: number
  readonly jwt: string
  readonly revokedAt: Date | null
  readonly revokeReason: string | null
}

/** The DID of a merchant; the private key is sealed to the role that signs. */
export interface MerchantDid {
  readonly merchantId: MerchantId
  readonly did: Did
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array
  readonly displayName: string | null
  readonly createdAt: Date
}

/** A DID from elsewhere that a merchant names as its own; without proof it carries nothing. */
export interface LinkedDid {
  readonly id: string
  readonly merchantId: MerchantId
  readonly did: Did
  readonly isVerified: boolean
  readonly createdAt: Date
  readonly verifiedAt: Date | null
}
