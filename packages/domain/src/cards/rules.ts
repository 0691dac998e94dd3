import { InvalidState } from '../kernel/error.ts'
import { type CardMoney, leftMinor, refundableMinor, type TransferMoney } from './card-money.ts'
import { RefundTooLarge } from './errors.ts'
import type { CardEscrowInput, CardEscrowState } from './escrow-machine.ts'
import type { CardPaymentInput, CardPaymentState } from './payment-machine.ts'

type Gone = Pick<CardMoney, 'capturedMinor' | 'refundedMinor' | 'lostMinor'>

/** An input that payments and escrows have in common. */
type RefundInput = Extract<CardPaymentInput & CardEscrowInput, `refund_${string}`>

/** Facts of a payment and its escrow that decide what is allowed now. */
export interface CardStanding extends CardMoney, TransferMoney {
  readonly state: CardPaymentState
  /** Null for a direct payment. */
  readonly escrowState: CardEscrowState | null
  /** What disputes have withdrawn and not given back, the lost ones with it. */
  readonly withdrawnMinor: bigint
  /** An inquiry of the bank is open: no money has moved, and none may until it is closed. */
  readonly hasOpenInquiry: boolean
}

const REFUNDABLE: readonly CardPaymentState[] = ['succeeded', 'partially_refunded']
const RELEASABLE: readonly CardEscrowState[] = ['funded', 'partially_refunded']

/** True while an escrow holds money that nothing was transferred of. */
const isHolding = ({ escrowState, transferredMinor }: Pick<CardStanding, 'escrowState' | 'transferredMinor'>): boolean =>
  escrowState !== null && RELEASABLE.includes(escrowState) && transferredMinor === 0n

/** True while a dispute that is not lost has money of an escrow: it is open, or won and the money is not back yet. */
const isMoneyAway = ({ withdrawnMinor, lostMinor }: Pick<CardStanding, 'withdrawnMinor' | 'lostMinor'>): boolean =>
  withdrawnMinor !== lostMinor

const isRefundable = (standing: CardStanding): boolean =>
  REFUNDABLE.includes(standing.state) || (standing.state === 'disputed' && isHolding(standing))

/**
 * The amount that a refund takes: `amountMinor`, or everything that is left. A payment stays disputed after a lost dispute; what that has left in its escrow
 * can be refunded.
 * @throws {InvalidState} while the payment has nothing to refund, is disputed, or its escrow has an open inquiry or waits for money.
 * @throws {RefundTooLarge} when more is asked for than is left.
 */
export function refundAmountMinor(standing: CardStanding, amountMinor: bigint | undefined): bigint {
  const left = refundableMinor(standing)
  if (!isRefundable(standing) || left <= 0n) throw new InvalidState(standing.state, 'refund')
  if (standing.escrowState !== null && standing.hasOpenInquiry) throw new InvalidState('inquiry', 'refund')
  if (isMoneyAway(standing)) throw new InvalidState('withdrawn', 'refund')
  if (amountMinor !== undefined && amountMinor > left) throw new RefundTooLarge(left)
  return amountMinor ?? left
}

/**
 * True while an escrow may be released: it holds money, nothing was transferred, and neither a dispute, an inquiry nor an unfinished refund can change
 * how much there is.
 */
export const isReleasable = (standing: CardStanding): boolean =>
  isHolding(standing) && standing.pendingMinor === 0n && !standing.hasOpenInquiry && !isMoneyAway(standing) && leftMinor(standing) > 0n

/** The input of a refund that has just succeeded; `money` counts it already. */
export const refundInput = (money: Gone): RefundInput => (leftMinor(money) === 0n ? 'refund_rest' : 'refund_part')

/** The input of an escrow whose dispute was just lost; `money` counts that already. */
export const loseEscrowInput = (money: Gone): CardEscrowInput => (leftMinor(money) === 0n ? 'lose' : 'lose_part')

/** The input that returns a payment to the state that its refunds give it. */
export function restorePaymentInput({
  capturedMinor,
  refundedMinor,
}: Pick<CardMoney, 'capturedMinor' | 'refundedMinor'>): CardPaymentInput {
  if (refundedMinor === 0n) return 'restore'
  return refundedMinor >= capturedMinor ? 'restore_rest' : 'restore_part'
}

/** The input that returns an escrow to the state that its refunds, its lost disputes and its transfer give it. */
export function restoreEscrowInput(money: Gone & Pick<TransferMoney, 'transferredMinor'>): CardEscrowInput {
  if (money.refundedMinor + money.lostMinor === 0n) return money.transferredMinor > 0n ? 'restore_release' : 'restore'
  return leftMinor(money) === 0n ? 'restore_rest' : 'restore_part'
}

/** True when a dispute stops the escrow; what was transferred before is no longer held. */
export const isStoppedByDispute = ({ transferredMinor }: TransferMoney): boolean => transferredMinor === 0n
