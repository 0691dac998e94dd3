import type { EscrowRole } from '../escrows/escrow.ts'
import type { MerchantId } from '../kernel/id.ts'
import type { Did } from './did.ts'

/** Escrows in coins, and escrows of card payments. */
export const escrowRails = ['crypto', 'card'] as const
export type EscrowRail = (typeof escrowRails)[number]

/** A merchant that a role of an escrow belongs to, once and for ever. */
export interface EscrowParty {
  readonly id: string
  readonly escrowId: string
  readonly rail: EscrowRail
  readonly role: EscrowRole
  readonly merchantId: MerchantId
  readonly did: Did
  readonly createdAt: Date
}

/** Why a merchant was not bound to a role, in words for the caller. */
export const bindingRefusals = {
  no_scope: 'The credential may not bind: a key needs the scope reputation:write, and an app has none for it',
  no_did: 'The merchant has no DID; claim one first',
  role_taken: 'The role belongs to another merchant',
  other_role: 'The merchant holds the other role of this escrow',
  ended: 'The tokens of this escrow have ended',
  test_mode: 'Only live escrows have parties',
  busy: 'The binding could not be made now; repeat it',
} as const
export type BindingRefusal = keyof typeof bindingRefusals

/** What became of the binding that a call with a token and a credential asks for. */
export interface Binding {
  readonly role: EscrowRole
  /** The DID that the role belongs to now, where it is the caller's; null when nothing was bound. */
  readonly did: Did | null
  readonly refusal: BindingRefusal | null
}
