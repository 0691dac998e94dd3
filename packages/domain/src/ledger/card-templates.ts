import type { BusinessId, Mode } from '../kernel/id.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { EscrowPosition } from './card-position.ts'
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

/** What moves the money of a charged escrow beside its release: a refund, its failure, a reversal of the transfer, or a line of a dispute's balance. */
export interface CardMove {
  readonly kind: Extract<CardTransferKind, 'card_refund' | 'card_refund_failed' | 'card_reversal' | 'card_dispute'>
  /** The object at the processor that moved it. */
  readonly ref: string
  readonly before: EscrowPosition
  readonly after: EscrowPosition
}

/** L13 and its opposites: the position of an escrow has changed, against the platform's money at the processor. */
export function cardMoved(holding: CardHolding, { kind, ref, before, after }: CardMove): LedgerTransfer {
  const changes = [
    held(holding, after.heldMinor - before.heldMinor),
    receivable(holding, debtOf(after) - debtOf(before)),
    payable(holding, claimOf(after) - claimOf(before)),
    platformFee(after.feeMinor - before.feeMinor),
  ]
  return transfer(holding, { kind, ref }, [...changes, clearing(-changes.reduce((sum, { units }) => sum + units, 0n))])
}

const debtOf = ({ owedMinor }: EscrowPosition): bigint => (owedMinor < 0n ? owedMinor : 0n)
const claimOf = ({ owedMinor }: EscrowPosition): bigint => (owedMinor > 0n ? owedMinor : 0n)

/** L15: a charge of another amount or currency than asked for, or the platform's fee of a direct one; it waits for an operator's decision. */
export const cardUnmatched = (holding: CardHolding, charge: { readonly id: string; readonly amountMinor: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'card_unmatched', ref: charge.id }, [clearing(-charge.amountMinor), unknown(holding, charge.amountMinor)])

/** L15, its opposite: money of such a charge has left again, or, where it is below 0, come back. */
export const cardUnmatchedMoved = (
  holding: CardHolding,
  { goneMinor, ...key }: Pick<CardMove, 'kind' | 'ref'> & { readonly goneMinor: bigint },
): LedgerTransfer => transfer(holding, key, [clearing(goneMinor), unknown(holding, -goneMinor)])

const clearing = (units: bigint): Entry => ({ code: 'card:clearing', owner: PLATFORM, units })
const platformFee = (units: bigint): Entry => ({ code: 'platform:fee', owner: PLATFORM, units })
const held = ({ businessId }: CardHolding, units: bigint): Entry => ({ code: 'escrow:held', owner: businessId, units })
const receivable = ({ businessId }: CardHolding, units: bigint): Entry => ({ code: 'merchant:receivable', owner: businessId, units })
const unknown = ({ businessId }: CardHolding, units: bigint): Entry => ({ code: 'suspense:unknown', owner: businessId, units })
const payable = ({ businessId }: CardHolding, units: bigint): Entry => ({ code: 'merchant:payable', owner: businessId, units })

function transfer(
  { currency, mode }: CardHolding,
  key: { readonly kind: CardTransferKind; readonly ref: string },
  entries: readonly Entry[],
): LedgerTransfer {
  const moved = entries.filter(({ units }) => units !== 0n)
  return { ...key, chain: null, revision: 0, reverses: null, asset: currency, mode, entries: moved }
}
