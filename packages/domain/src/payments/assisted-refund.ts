import type { BusinessId } from '../kernel/id.ts'
import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'

/**
 * The life of a refund that the merchant pays from its own wallet.
 * `name`: payer or merchant names an address. `receive`: a transfer to it is in a block. `complete`: final transfers are the whole amount.
 * `lose`: a reorg removed every transfer. `shrink`: it removed a part of a complete refund. `renew`: an expired offer is offered again;
 * `resume`: one whose address is known is watched again.
 */
export const assistedRefundMachine = defineMachine({
  initial: 'offered',
  states: {
    offered: { name: { to: 'named' }, cancel: { to: 'cancelled' }, expire: { to: 'expired' } },
    named: { receive: { to: 'paying' }, cancel: { to: 'cancelled' }, expire: { to: 'expired' } },
    paying: { complete: { to: 'refunded' }, lose: { to: 'named' }, cancel: { to: 'cancelled' } },
    refunded: { lose: { to: 'named' }, shrink: { to: 'paying' } },
    cancelled: {},
    expired: { renew: { to: 'offered' }, resume: { to: 'named' } },
  },
})

/** Input of a refund that the merchant pays. */
export type AssistedRefundInput = InputOf<typeof assistedRefundMachine>
/** State of a refund that the merchant pays; as answers name it. */
export type AssistedRefundState = StateOf<typeof assistedRefundMachine>

/** States in which transfers to the address are looked for. */
export const watchedRefundStates = ['named', 'paying'] as const satisfies readonly AssistedRefundState[]

/** By which price the amount in fiat became one of the coin: that of the payment, or that of the refund's start. */
export type RefundRate = 'payment' | 'current'

/** A refund of forwarded money, which is the merchant's: the merchant pays it, and the gateway watches its address. */
export interface AssistedRefund {
  readonly id: string
  readonly paymentId: string
  readonly businessId: BusinessId
  readonly chain: ChainCode
  readonly asset: AssetCode
  /** What is to be paid, in base units. */
  readonly units: bigint
  /** The same in the smallest unit of the payment's currency, by `rate`. */
  readonly fiatMinor: bigint
  readonly rate: RefundRate
  readonly state: AssistedRefundState
  readonly reason: string | null
  /** `merchant:<id>` or `operator:<name>`. */
  readonly offeredBy: string
  readonly offeredAt: Date
  /** When it expires, unless something was paid. */
  readonly offerEndsAt: Date
  /** SHA-256 of the payer's link. */
  readonly tokenHash: Uint8Array
  /** SHA-256 of the link by which the merchant pays. */
  readonly payTokenHash: Uint8Array
  readonly address: string | null
  /** The address as blocks spell it; null before it is named. */
  readonly watchKey: string | null
  readonly namedBy: string | null
  /** From when on transfers to the address count by themselves. */
  readonly namedAt: Date | null
  /** The newest block that was read when the address was named. */
  readonly startHeight: number | null
  /** A reorg reached back before the naming, so that an older transfer may look like a new one: none counts until its transaction is named. */
  readonly asks: boolean
  /** Final transfers, as far as they count: at most `units`. */
  readonly paidUnits: bigint
  /** When it was first complete; `payment.refunded` was emitted then, and is never again. */
  readonly refundedAt: Date | null
  readonly endedAt: Date | null
  readonly endReason: string | null
  /** The stored e-mail that tells the payer of the arrival; null without one. */
  readonly arrivalEmailId: string | null
}

/** `included` in a block, `final` by the payment's policy, `gone` by a reorg. */
export type RefundTransferState = 'included' | 'final' | 'gone'
