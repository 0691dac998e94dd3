import type { BusinessId } from '../kernel/id.ts'
import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a refund.
 * `claim`: the payer names an address by the link. `plan`: the money is planned after the hold. `settle`: its transaction is final.
 * `withdraw`: it was called off, or its money was used otherwise. `lose`: a reorg removed all of its money.
 */
export const returnMachine = defineMachine({
  initial: 'offered',
  states: {
    offered: { claim: { to: 'claimed' }, withdraw: { to: 'withdrawn' } },
    claimed: { plan: { to: 'paying' }, withdraw: { to: 'withdrawn' } },
    paying: { settle: { to: 'returned' }, lose: { to: 'withdrawn' } },
    returned: {},
    withdrawn: {},
  },
})

/** Input of a refund. */
export type ReturnInput = InputOf<typeof returnMachine>
/** State of a refund. */
export type ReturnState = StateOf<typeof returnMachine>

/** A refund offered to the payer by a one-time link. */
export interface HeldReturn {
  readonly id: string
  /** The payment whose held money goes back; null when it is an invoice's. */
  readonly paymentId: string | null
  /** The invoice; null when it is a payment's. */
  readonly invoiceId: string | null
  readonly businessId: BusinessId
  readonly state: ReturnState
  /** `operator:<name>` or `merchant:<id>`. */
  readonly offeredBy: string
  readonly offeredAt: Date
  /** When the unused link expires. */
  readonly offerEndsAt: Date
  /** SHA-256 of the link's token. */
  readonly tokenHash: Uint8Array
  /** The address the payer named; null before that. */
  readonly address: string | null
  readonly payoutTermsId: string | null
  readonly claimedAt: Date | null
  /** End of the refund hold, by the clock of the process that recorded the claim. The signer counts for itself. */
  readonly usableAt: Date | null
  /** Why it waits after its hold. */
  readonly holdReason: string | null
  readonly endedAt: Date | null
  /** Who withdrew it, or the fate of its money. */
  readonly endReason: string | null
}
