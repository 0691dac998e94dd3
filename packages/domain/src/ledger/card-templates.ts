import type { BusinessId, Mode } from '../kernel/id.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { CardTransferKind, Entry, LedgerTransfer } from './entry.ts'

/** The owner of card money and its currency; amounts are in the smallest unit of it. */
export interface CardHolding {
  readonly currency: FiatCode
  readonly mode: Mode
  readonly businessId: BusinessId
}

/** Owner of the platform's own accounts, the one at the processor included. */
const PLATFORM = 'platform'

/** L10: a direct charge succeeded; the platform has its application fee at the processor. The charge itself belongs to the merchant's account. */
export const cardFeeEarned = (holding: CardHolding, charge: { readonly id: string; readonly feeMinor: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'card_charge', ref: charge.id }, [clearing(-charge.feeMinor), platformFee(charge.feeMinor)])

/** L10, its share in reverse: a part of the application fee was refunded to the merchant. `id` is the refund's. */
export const cardFeeReturned = (holding: CardHolding, refund: { readonly id: string; readonly feeMinor: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'card_refund', ref: refund.id }, [clearing(refund.feeMinor), platformFee(-refund.feeMinor)])

/** L11: the platform was charged for an escrow, and owes the whole amount to it. */
export const cardEscrowFunded = (holding: CardHolding, charge: { readonly id: string; readonly amountMinor: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'card_charge', ref: charge.id }, [clearing(-charge.amountMinor), held(holding, charge.amountMinor)])

/** L11: what the processor took for itself, by its balance transaction. A cost that it gave back is below 0. */
export const cardCostPaid = (holding: CardHolding, cost: { readonly id: string; readonly costMinor: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'card_cost', ref: cost.id }, [
    clearing(cost.costMinor),
    { code: 'platform:cost', owner: PLATFORM, units: -cost.costMinor },
  ])

/** L12: an escrow was released; what is left of the capture is the merchant's transfer and the platform's fee. */
export const cardReleased = (
  holding: CardHolding,
  release: { readonly id: string; readonly transferMinor: bigint; readonly feeMinor: bigint },
): LedgerTransfer =>
  transfer(holding, { kind: 'card_release', ref: release.id }, [
    held(holding, -(release.transferMinor + release.feeMinor)),
    platformFee(release.feeMinor),
    clearing(release.transferMinor),
  ])

/** Money of an escrow that has left the platform: a refund, or a withdrawal for a dispute. */
export interface CardOutflow {
  readonly id: string
  readonly amountMinor: bigint
  /** True once the escrow was transferred: then the merchant owes the money. */
  readonly isReleased: boolean
  /** By how much the platform's fee falls, which the merchant does not owe; 0 before the release, where no fee was booked. */
  readonly feeFallMinor: bigint
}

/** L13: a refund has succeeded. */
export const cardRefunded = (holding: CardHolding, refund: CardOutflow): LedgerTransfer =>
  transfer(holding, { kind: 'card_refund', ref: refund.id }, outflow(holding, refund))

/** L13 with the opposite signs: a refund failed after it had succeeded. */
export const cardRefundFailed = (holding: CardHolding, refund: CardOutflow): LedgerTransfer =>
  transfer(holding, { kind: 'card_refund_failed', ref: refund.id }, outflow(holding, refund).map(opposite))

/** L13: a transfer was reversed, so the merchant owes that much less. */
export const cardTransferReversed = (
  holding: CardHolding,
  reversal: { readonly id: string; readonly amountMinor: bigint },
): LedgerTransfer =>
  transfer(holding, { kind: 'card_reversal', ref: reversal.id }, [
    clearing(-reversal.amountMinor),
    receivable(holding, reversal.amountMinor),
  ])

/** The money of a dispute was withdrawn from the platform, booked like a refund; `id` is the balance transaction's. */
export const cardDisputeWithdrawn = (holding: CardHolding, dispute: CardOutflow): LedgerTransfer =>
  transfer(holding, { kind: 'card_dispute', ref: dispute.id }, outflow(holding, dispute))

/** The money of a dispute came back; `id` is the balance transaction's. */
export const cardDisputeReinstated = (holding: CardHolding, dispute: CardOutflow): LedgerTransfer =>
  transfer(holding, { kind: 'card_dispute', ref: dispute.id }, outflow(holding, dispute).map(opposite))

/** L15: a charge of another amount or currency than asked for; it waits for an operator's decision. */
export const cardUnmatched = (holding: CardHolding, charge: { readonly id: string; readonly amountMinor: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'card_unmatched', ref: charge.id }, [
    clearing(-charge.amountMinor),
    { code: 'suspense:unknown', owner: holding.businessId, units: charge.amountMinor },
  ])

function outflow(holding: CardHolding, { amountMinor, isReleased, feeFallMinor }: CardOutflow): Entry[] {
  if (!isReleased) return [held(holding, -amountMinor), clearing(amountMinor)]
  return [receivable(holding, feeFallMinor - amountMinor), platformFee(-feeFallMinor), clearing(amountMinor)]
}

const clearing = (units: bigint): Entry => ({ code: 'card:clearing', owner: PLATFORM, units })
const platformFee = (units: bigint): Entry => ({ code: 'platform:fee', owner: PLATFORM, units })
const held = ({ businessId }: CardHolding, units: bigint): Entry => ({ code: 'escrow:held', owner: businessId, units })
const receivable = ({ businessId }: CardHolding, units: bigint): Entry => ({ code: 'merchant:receivable', owner: businessId, units })
const opposite = (entry: Entry): Entry => ({ ...entry, units: -entry.units })

function transfer(
  { currency, mode }: CardHolding,
  key: { readonly kind: CardTransferKind; readonly ref: string },
  entries: readonly Entry[],
): LedgerTransfer {
  const moved = entries.filter(({ units }) => units !== 0n)
  return { ...key, chain: null, revision: 0, reverses: null, asset: currency, mode, entries: moved }
}
