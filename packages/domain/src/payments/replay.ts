import type { ChainView, Deposit } from '../chainwatch/deposit.ts'
import { findMove, statesAfter } from '../kernel/machine.ts'
import { assetOf } from '../money/asset.ts'
import { usdCents } from '../money/rate.ts'
import { sumUnits } from '../money/units.ts'
import type { Quote } from '../rates/quote.ts'
import { assessPayment, minedDeposits } from './assessment.ts'
import { isRateKept, type LateVerdict } from './late-payment.ts'
import { isCompleted, paymentMachine, type PaymentState } from './machine.ts'
import { resolutionOf } from './movements.ts'
import type { Payment } from './payment.ts'
import { type ConfirmationPolicy, ruledBy, type Ruled } from './payment-rules.ts'
import { isSufficient, requiredConfirmations } from './rules.ts'

/** A deposit, and whether it was visible at every moment since its arrival. */
type KnownDeposit = Deposit & { readonly steady: boolean }

/** The immutable record of a payment, its rules included. */
export interface PaymentRecord extends Ruled {
  readonly quote: Quote
  /** All its deposits after each change of any of them, in order; empty without deposits. */
  readonly history: readonly (readonly KnownDeposit[])[]
  /** When the last of these changes was seen. */
  readonly changedAt: Date
  /** The cursor height of its chain. */
  readonly height: number
  /** Names of its events, in sequence order. */
  readonly events: readonly string[]
  /** The units received by the event of its confirmation; undefined without one. */
  readonly confirmedUnits: bigint | undefined
  /** Deposits that were ever credited, reversed or not. */
  readonly creditedIds: ReadonlySet<string>
  /** Forwards of the payment's asset. */
  readonly legs: readonly PaidLeg[]
  /** The quote of the verdict on late money. */
  readonly lateQuote: Quote | undefined
  /** The merchant has accepted the received amount. */
  readonly wasAccepted: boolean
}

/** The outcome of one forward. */
export interface PaidLeg {
  readonly isFinal: boolean
  /** False when a reorg gave all its deposits to other objects, so that it has nothing to pay. */
  readonly hasDeposits: boolean
  readonly wasSigned: boolean
  /** The ledger settled it once. */
  readonly wasSettled: boolean
}

/** The expected row of a payment by its record. A member that the record does not determine in this state is absent. */
export interface ReplayedPayment
  extends Partial<Pick<Payment, 'includedHeight'>>, Pick<Payment, 'receivedUnits' | 'exceptions' | 'txId' | 'resolution'> {
  /** Possible states, usually one. Empty when its events contradict its lifecycle. */
  readonly states: readonly PaymentState[]
  /** The minimum confirmation policy. */
  readonly policy: ConfirmationPolicy
  /** The verdict on late money; absent without a quote. */
  readonly lateVerdict?: LateVerdict
}

/**
 * Replays a payment: recomputes its row from its record, with the functions that assessed it originally.
 * Its events limit the possible states; deposits, credits and payouts select among them.
 */
export function replayPayment(payment: Payment, record: PaymentRecord): ReplayedPayment {
  const { history, quote, lateQuote, rules, confirmedUnits, wasAccepted } = record
  const deposits = history.at(-1) ?? []
  const view = viewOf(record)
  let exceptions: Payment['exceptions'] = hasLeftExpired(payment, record) ? ['late'] : []
  let largest = payment.dueUnits
  // Its events say whether it left expired; a deposit that disappeared before the end of the window says nothing about that.
  const state = payment.state === 'expired' ? 'pending' : payment.state
  for (const then of history) {
    const assessed = assessPayment(ruledBy(rules, { ...payment, state, exceptions }), then, view)
    exceptions = assessed.exceptions
    const mined = sumUnits(minedDeposits(payment, then))
    if (mined > largest) largest = mined
  }
  const { receivedUnits, txId, includedHeight } = assessPayment(ruledBy(rules, payment), deposits, view)
  return {
    receivedUnits,
    txId,
    exceptions,
    resolution: confirmedUnits === undefined ? null : resolutionOf({ ...payment, receivedUnits: confirmedUnits }, wasAccepted),
    ...(lateQuote && { lateVerdict: isRateKept(rules.keptBps, quote.rate, lateQuote.rate) ? 'good' : 'poor' }),
    ...(isJudgedByDeposits(payment.state) && { includedHeight }),
    states: [...statesAfter(paymentMachine, record.events)].filter((state) => isTrue(state, payment, record)),
    policy: requiredConfirmations({ rules, chain: payment.chain, usdCents: usdCents(largest, assetOf(payment.asset), quote.usdRate) }),
  }
}

/**
 * It left expired by itself, which makes it late for ever, for any deposits. An acceptance is one exit and leaves no mark; whether a second one was
 * before it, only the row tells.
 */
function hasLeftExpired({ exceptions }: Payment, { events, wasAccepted }: PaymentRecord): boolean {
  const moves = events.filter((type) => type === 'payment.expired' || type === 'payment.pending')
  const exits = moves.filter((type, at) => type === 'payment.pending' && moves[at - 1] === 'payment.expired').length
  return wasAccepted && exits > 1 ? exceptions.includes('late') : exits > (wasAccepted ? 1 : 0)
}

// The last change is the last moment at which the window mattered. The final block at that moment is not recorded, so a payment that waits
// only for finality is not reported as late.
const viewOf = ({ height, changedAt }: PaymentRecord): ChainView => ({ height, finalizedHeight: undefined, at: changedAt })

/** Other states ignore confirmations. */
const isJudgedByDeposits = (state: PaymentState): boolean => state === 'pending' || state === 'detected' || isCompleted(state)

/** True when the record does not contradict a state. */
function isTrue(state: PaymentState, payment: Payment, record: PaymentRecord): boolean {
  if (isCompleted(state)) return wasPaid(payment, record) && payoutsAllow(state, record.legs)
  if (state === 'expired' && wasOpenTo(payment, record)) return false
  return state === 'failed' || isAtRest({ ...payment, state }, record)
}

/** Another assessment produces no input. */
function isAtRest(payment: Payment, record: PaymentRecord): boolean {
  const { inputs } = assessPayment(ruledBy(record.rules, payment), record.history.at(-1) ?? [], viewOf(record))
  const moved = inputs.reduce((state, input) => findMove(paymentMachine, state, input)?.to ?? state, payment.state)
  return moved === payment.state
}

/** Every deposit the confirmation rests on was credited. A deposit that shrank afterwards counts with its earlier amount. */
function wasPaid(payment: Payment, { history, creditedIds }: PaymentRecord): boolean {
  const largest = new Map<string, KnownDeposit>()
  for (const deposit of history.flat()) if (deposit.units >= (largest.get(deposit.id)?.units ?? 0n)) largest.set(deposit.id, deposit)
  const credited = [...largest.values()].filter((deposit) => deposit.asset === payment.asset && creditedIds.has(deposit.id))
  return isSufficient(payment, sumUnits(credited))
}

/** A deposit that was visible within the window prevents the expired state. */
function wasOpenTo(payment: Payment, record: PaymentRecord): boolean {
  const steady = (record.history.at(-1) ?? []).filter((deposit) => deposit.steady)
  return assessPayment(ruledBy(record.rules, { ...payment, state: 'pending' }), steady, viewOf(record)).inputs.includes('detect')
}

/** Payouts decide the state of a completed payment; a settled one stays forwarded even after a reorg. */
function payoutsAllow(state: PaymentState, legs: readonly PaidLeg[]): boolean {
  const wasSettled = legs.some((leg) => leg.wasSettled)
  const wasSigned = wasSettled || legs.some((leg) => leg.wasSigned)
  const isPaid = legs.some((leg) => leg.isFinal) && legs.every((leg) => leg.isFinal || !leg.hasDeposits)
  if (state === 'forwarded') return wasSettled
  if (isPaid) return false
  return state === 'forwarding' ? wasSigned : !legs.some((leg) => leg.wasSigned)
}
