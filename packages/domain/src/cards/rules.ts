import { InvalidState } from '../kernel/error.ts'
import { type CardMoney, refundableMinor, type TransferMoney } from './card-money.ts'
import { RefundTooLarge } from './errors.ts'
import type { CardEscrowInput, CardEscrowState } from './escrow-machine.ts'
import type { CardPaymentInput, CardPaymentState } from './payment-machine.ts'

/** An input that payments and escrows have in common. */
type RefundInput = Extract<CardPaymentInput & CardEscrowInput, `refund_${string}`>

/** Facts of a payment and its escrow that decide what is allowed now. */
export interface CardStanding extends CardMoney, TransferMoney {
  readonly state: CardPaymentState
  /** Null for a direct payment. */
  readonly escrowState: CardEscrowState | null
  /** An inquiry of the bank is open: no money has moved, and none may until it is closed. */
  readonly hasOpenInquiry: boolean
}

const REFUNDABLE: readonly CardPaymentState[] = ['succeeded', 'partially_refunded']
const RELEASABLE: readonly CardEscrowState[] = ['funded', 'partially_refunded']

/**
 * The amount that a refund takes: `amountMinor`, or everything that is left.
 * @throws {InvalidState} while the payment has nothing to refund, is disputed, or its escrow has an open inquiry.
 * @throws {RefundTooLarge} when more is asked for than is left.
 */
export function refundAmountMinor(standing: CardStanding, amountMinor: bigint | undefined): bigint {
  const left = refundableMinor(standing)
  if (!REFUNDABLE.includes(standing.state) || left <= 0n) throw new InvalidState(standing.state, 'refund')
  if (standing.escrowState !== null && standing.hasOpenInquiry) throw new InvalidState('inquiry', 'refund')
  if (amountMinor !== undefined && amountMinor > left) throw new RefundTooLarge(left)
  return amountMinor ?? left
}

/**
 * True while an escrow may be released: it holds money, nothing was transferred, and neither a dispute, an inquiry nor an unfinished refund can change
 * how much there is.
 */
export const isReleasable = ({ escrowState, transferredMinor, pendingMinor, hasOpenInquiry }: CardStanding): boolean =>
  escrowState !== null && RELEASABLE.includes(escrowState) && transferredMinor === 0n && pendingMinor === 0n && !hasOpenInquiry

/** The input of a refund that has just succeeded; `standing` counts it already. */
export const refundInput = ({ capturedMinor, refundedMinor }: Pick<CardMoney, 'capturedMinor' | 'refundedMinor'>): RefundInput =>
  refundedMinor >= capturedMinor ? 'refund_rest' : 'refund_part'

/** The input that returns a payment to the state that its refunds give it. */
export function restorePaymentInput({
  capturedMinor,
  refundedMinor,
}: Pick<CardMoney, 'capturedMinor' | 'refundedMinor'>): CardPaymentInput {
  if (refundedMinor === 0n) return 'restore'
  return refundedMinor >= capturedMinor ? 'restore_rest' : 'restore_part'
}

/** The input that returns an escrow to the state that its refunds and its transfer give it. */
export function restoreEscrowInput(money: Pick<CardStanding, 'capturedMinor' | 'refundedMinor' | 'transferredMinor'>): CardEscrowInput {
  if (money.refundedMinor === 0n) return money.transferredMinor > 0n ? 'restore_release' : 'restore'
  return money.refundedMinor >= money.capturedMinor ? 'restore_rest' : 'restore_part'
}

/** True when a dispute stops the escrow; what was transferred before is no longer held. */
export const isStoppedByDispute = ({ transferredMinor }: TransferMoney): boolean => transferredMinor === 0n
