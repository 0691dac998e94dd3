import { type Bps, portion } from '../money/rounding.ts'

/** The sums of a card payment, in the smallest unit of its currency. */
export interface CardMoney {
  readonly capturedMinor: bigint
  /** Σ of the refunds that succeeded. */
  readonly refundedMinor: bigint
  /** Σ of the refunds that may still succeed. */
  readonly pendingMinor: bigint
  /** What lost disputes have taken of an escrow; 0 for a direct payment, whose disputes are its merchant's. */
  readonly lostMinor: bigint
  readonly feeBps: Bps
}

/** The sums of an escrow's transfer. */
export interface TransferMoney {
  readonly transferredMinor: bigint
  readonly reversedMinor: bigint
}

/** What is left of the capture; a refund and a dispute of the same money can together take more than there was. */
export function leftMinor({ capturedMinor, refundedMinor, lostMinor }: Omit<CardMoney, 'pendingMinor' | 'feeBps'>): bigint {
  const left = capturedMinor - refundedMinor - lostMinor
  return left > 0n ? left : 0n
}

/** The platform's fee on what is left: `floor((captured − refunded − lost) × bps / 10 000)`. */
export const cardFeeMinor = ({ feeBps, ...money }: Omit<CardMoney, 'pendingMinor'>): bigint => portion(leftMinor(money), feeBps)

/** What can still be refunded: refunds that may succeed have reserved their part. */
export const refundableMinor = ({ pendingMinor, ...money }: Omit<CardMoney, 'feeBps'>): bigint => leftMinor(money) - pendingMinor

/** True when Σ refunds, pending and succeeded, is at most the capture. Checked under the lock of the payment. */
export const isWithinCapture = ({
  capturedMinor,
  refundedMinor,
  pendingMinor,
}: Pick<CardMoney, 'capturedMinor' | 'refundedMinor' | 'pendingMinor'>): boolean => refundedMinor + pendingMinor <= capturedMinor

/** The parts of a release; `transfer + fee + Σ refunds + lost disputes = captured`, exactly. */
export interface ReleaseSplit {
  readonly transferMinor: bigint
  readonly feeMinor: bigint
}

/** What a release transfers to the merchant, and the fee that stays. */
export function splitRelease(money: Omit<CardMoney, 'pendingMinor'>): ReleaseSplit {
  const feeMinor = cardFeeMinor(money)
  return { feeMinor, transferMinor: leftMinor(money) - feeMinor }
}

/**
 * How much of the application fee goes back to the merchant of a direct charge, so that exactly the fee of what is left stays; never below 0, because a
 * returned fee cannot be taken again when its refund fails later.
 */
export function feeRefundDueMinor(money: Omit<CardMoney, 'pendingMinor'>, returnedMinor: bigint): bigint {
  const collected = cardFeeMinor({ ...money, refundedMinor: 0n }) - returnedMinor
  const due = collected - cardFeeMinor(money)
  return due > 0n ? due : 0n
}

/** How much of a transfer has to be reversed after refunds and lost disputes, so that the merchant keeps exactly what a release would now move. */
export function reversalDueMinor(money: Omit<CardMoney, 'pendingMinor'>, { transferredMinor, reversedMinor }: TransferMoney): bigint {
  const due = transferredMinor - reversedMinor - splitRelease(money).transferMinor
  return due > 0n ? due : 0n
}
