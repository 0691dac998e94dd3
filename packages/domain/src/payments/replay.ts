import type { ChainView, Deposit } from '../chainwatch/deposit.ts'
import { findMove, statesAfter } from '../kernel/machine.ts'
import { assetOf } from '../money/asset.ts'
import { usdCents } from '../money/rate.ts'
import { sumUnits } from '../money/units.ts'
import type { Quote } from '../rates/quote.ts'
import { assessPayment, minedDeposits } from './assessment.ts'
import { isRateKept, type LateVerdict } from './late-payment.ts'
import { isCompleted, paymentMachine, type PaymentState } from './machine.ts'
import type { Payment } from './payment.ts'
import { type ConfirmationPolicy, ruledBy, type Ruled } from './payment-rules.ts'
import { isSufficient, requiredConfirmations } from './rules.ts'

/** A deposit, and whether everybody who asked from its arrival on was told of it. */
type KnownDeposit = Deposit & { readonly steady: boolean }

/** Everything recorded about a payment that no later change can touch, the rules it was created under among it. */
export interface PaymentRecord extends Ruled {
  readonly quote: Quote
  /** All its deposits as they were after each change of any of them, in order; empty when nothing ever arrived. */
  readonly history: readonly (readonly KnownDeposit[])[]
  /** When the last of these changes was seen. */
  readonly changedAt: Date
  /** How far its chain has been read. */
  readonly height: number
  /** Names of its events, in sequence order. */
  readonly events: readonly string[]
  /** Deposits that were ever credited, taken back or not. */
  readonly creditedIds: ReadonlySet<string>
  /** Forwards of the asset that was asked for. */
  readonly legs: readonly PaidLeg[]
  /** The price by which late money was judged. */
  readonly lateQuote: Quote | undefined
  /** Somebody has decided to take what had come as if it were all. */
  readonly wasAccepted: boolean
}

/** What became of one forward. */
export interface PaidLeg {
  readonly isFinal: boolean
  /** A reorganisation may have given all its deposits to others; it has nothing to pay then. */
  readonly hasDeposits: boolean
  readonly wasSigned: boolean
  /** The book has once said that its money left for good. */
  readonly wasSettled: boolean
}

/** What a payment must look like by its record. A member that the record does not determine in this state is not there. */
export interface ReplayedPayment extends Partial<Pick<Payment, 'includedHeight'>>, Pick<Payment, 'receivedUnits' | 'exceptions' | 'txId'> {
  /** Where it may stand; one state, unless the record allows for several. Empty when its events contradict its lifecycle. */
  readonly states: readonly PaymentState[]
  /** The least that must be asked of the deposits. */
  readonly policy: ConfirmationPolicy
  /** What the price said of late money; only there when one was asked. */
  readonly lateVerdict?: LateVerdict
}

/**
 * Replays a payment: everything that follows from what was recorded about it, by the functions that judged it in the first place.
 *
 * What was announced says where it can stand; deposits, credits and payouts say which of that is true.
 */
export function replayPayment(payment: Payment, record: PaymentRecord): ReplayedPayment {
  const { history, quote, lateQuote, rules } = record
  const deposits = history.at(-1) ?? []
  const view = viewOf(record)
  let exceptions: Payment['exceptions'] = hasLeftExpired(record) ? ['late'] : []
  let largest = payment.dueUnits
  for (const then of history) {
    const assessed = assessPayment(ruledBy(rules, { ...payment, exceptions }), then, view)
    exceptions = assessed.exceptions
    const mined = sumUnits(minedDeposits(payment, then))
    if (mined > largest) largest = mined
  }
  const { receivedUnits, txId, includedHeight } = assessPayment(ruledBy(rules, payment), deposits, view)
  return {
    receivedUnits,
    txId,
    exceptions,
    ...(lateQuote && { lateVerdict: isRateKept(rules.keptBps, quote.rate, lateQuote.rate) ? 'good' : 'poor' }),
    ...(isJudgedByDeposits(payment.state) && { includedHeight }),
    states: [...statesAfter(paymentMachine, record.events)].filter((state) => isTrue(state, payment, record)),
    policy: requiredConfirmations({ rules, chain: payment.chain, usdCents: usdCents(largest, assetOf(payment.asset), quote.usdRate) }),
  }
}

/** It has expired and was told to be paid afterwards; that is late for life, whatever its deposits say. */
function hasLeftExpired({ events }: PaymentRecord): boolean {
  const expiredAt = events.indexOf('payment.expired')
  return expiredAt >= 0 && events.includes('payment.pending', expiredAt)
}

// The moment of the last change is when the window mattered last. Which block was final at that moment is not recorded, so a payment that
// waits for nothing else is not said to be late.
const viewOf = ({ height, changedAt }: PaymentRecord): ChainView => ({ height, finalizedHeight: undefined, at: changedAt })

/** In the other states nobody looks at confirmations any more. */
const isJudgedByDeposits = (state: PaymentState): boolean => state === 'pending' || state === 'detected' || isCompleted(state)

/** True when nothing in the record speaks against a state. */
function isTrue(state: PaymentState, payment: Payment, record: PaymentRecord): boolean {
  if (isCompleted(state)) return wasPaid(payment, record) && payoutsAllow(state, record.legs)
  if (state === 'expired' && wasOpenTo(payment, record)) return false
  return state === 'failed' || isAtRest({ ...payment, state }, record)
}

/** Judged once more, it stays where it is. */
function isAtRest(payment: Payment, record: PaymentRecord): boolean {
  const { inputs } = assessPayment(ruledBy(record.rules, payment), record.history.at(-1) ?? [], viewOf(record))
  const moved = inputs.reduce((state, input) => findMove(paymentMachine, state, input)?.to ?? state, payment.state)
  return moved === payment.state
}

/** Everything that a confirmation rests on was credited. A deposit that was found to be smaller afterwards counts as it was known then. */
function wasPaid(payment: Payment, { history, creditedIds }: PaymentRecord): boolean {
  const largest = new Map<string, KnownDeposit>()
  for (const deposit of history.flat()) if (deposit.units >= (largest.get(deposit.id)?.units ?? 0n)) largest.set(deposit.id, deposit)
  const credited = [...largest.values()].filter((deposit) => deposit.asset === payment.asset && creditedIds.has(deposit.id))
  return isSufficient(payment, sumUnits(credited))
}

/** Money that was there in time, for everybody to see, never leaves a payment expired. */
function wasOpenTo(payment: Payment, record: PaymentRecord): boolean {
  const steady = (record.history.at(-1) ?? []).filter((deposit) => deposit.steady)
  return assessPayment(ruledBy(record.rules, { ...payment, state: 'pending' }), steady, viewOf(record)).inputs.includes('detect')
}

/** A completed payment stands where its payouts have brought it; what was once settled stays forwarded, whatever a chain takes back. */
function payoutsAllow(state: PaymentState, legs: readonly PaidLeg[]): boolean {
  const wasSettled = legs.some((leg) => leg.wasSettled)
  const wasSigned = wasSettled || legs.some((leg) => leg.wasSigned)
  const isPaid = legs.some((leg) => leg.isFinal) && legs.every((leg) => leg.isFinal || !leg.hasDeposits)
  if (state === 'forwarded') return wasSettled
  if (isPaid) return false
  return state === 'forwarding' ? wasSigned : !legs.some((leg) => leg.wasSigned)
}
