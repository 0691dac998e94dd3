import type { BusinessId } from '../kernel/id.ts'
import { defineMachine, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a return: money that is held goes back to whoever sent it.
 *
 * `claim` is the payer naming an address by the link; `plan` is the money being taken for it after the hold; `settle` is its transaction final.
 * `withdraw` is somebody calling it off, or its money having gone another way; `lose` is a reorganisation taking all of that for good.
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

/** Where a return stands. */
export type ReturnState = StateOf<typeof returnMachine>

/** Money of a payment that is offered back by a one-time link. */
export interface PaymentReturn {
  readonly id: string
  readonly paymentId: string
  readonly businessId: BusinessId
  readonly state: ReturnState
  /** `operator:<name>` or `merchant:<id>`. */
  readonly offeredBy: string
  readonly offeredAt: Date
  /** The link is good until then, unless it was used. */
  readonly offerEndsAt: Date
  /** SHA-256 of the link's token. */
  readonly tokenHash: Uint8Array
  /** Where the payer wants it; null before that. */
  readonly address: string | null
  readonly commitId: string | null
  readonly claimedAt: Date | null
  /** When the hold ends that lets people look at the address, as far as whoever took it knows. The signer counts for itself. */
  readonly usableAt: Date | null
  /** Why it waits although its hold is over. */
  readonly holdReason: string | null
  readonly endedAt: Date | null
  /** Who called it off, or what became of its money. */
  readonly endReason: string | null
}
