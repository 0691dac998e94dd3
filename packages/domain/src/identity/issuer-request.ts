import type { EscrowRole } from '../escrows/escrow.ts'
import type { Did } from './did.ts'

/** A DID for a merchant that has none. */
export interface ClaimWanted {
  readonly kind: 'claim'
  readonly displayName: string | null
}

/** A credential that a DID from elsewhere is its merchant's, which its key has shown. */
export interface ControlWanted {
  readonly kind: 'control'
  readonly did: Did
}

/** A credential of a merchant's reputation as it is when it is issued. */
export interface ReputationWanted {
  readonly kind: 'credential'
  readonly credentialType: 'ReputationCredential'
}

/** A credential that an escrow of this party was settled. */
export interface SettlementWanted {
  readonly kind: 'settlement'
  readonly did: Did
  readonly escrowId: string
  readonly role: EscrowRole
  /** Decimal digits. */
  readonly amount: string
  readonly currency: string
  /** RFC 3339. */
  readonly settledAt: string
}

/** What the issuer is asked for. */
export type IssuerWanted = ClaimWanted | ControlWanted | ReputationWanted | SettlementWanted

/** Kinds of requests. */
export type IssuerRequestKind = IssuerWanted['kind']

/** Kinds that a caller waits for; others are done however late. */
export const awaitedKinds = ['claim', 'credential'] as const satisfies readonly IssuerRequestKind[]

/**
 * `waiting`: nothing was done, so whoever asked may still withdraw it. `taken`: it is done. `refused`: nothing was done and nothing will be.
 */
export type IssuerRequestState = 'waiting' | 'taken' | 'refused' | 'withdrawn'
