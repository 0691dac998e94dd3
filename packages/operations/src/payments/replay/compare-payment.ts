import { assetOf } from '@gateway/domain/money/asset'
import { dueUnits, usdCentsOfFiat } from '@gateway/domain/money/rate'
import { type ReplayedPayment, replayPayment } from '@gateway/domain/payments/replay'
import { MAX_TOLERANCE_BPS, toleranceUnits } from '@gateway/domain/payments/rules'
import type { RecordedPayment } from './read-payment-records.ts'
import { expectedSplit } from './expected-split.ts'

/** A member whose stored value differs from its replay. */
export interface Difference {
  readonly paymentId: string
  /** `payment`, or the id of one of its deposits. */
  readonly of: string
  readonly member: string
  readonly stored: string
  readonly replayed: string
}

type Value = string | number | bigint | boolean | Date | null | undefined

/** Stored and replayed values, by member. */
type Claims = Readonly<Record<string, readonly [stored: Value, replayed: Value]>>

/** Replays a payment with its deposits and compares them with their rows; empty when all match. */
export function comparePayment(recorded: RecordedPayment): Difference[] {
  const { payment, record } = recorded
  const replayed = replayPayment(payment, record)
  const claims = { ...termsOf(recorded), ...amountsOf(recorded, replayed), ...standingOf(recorded, replayed) }
  return [...differences(payment.id, 'payment', claims), ...depositDifferences(recorded)]
}

/** The terms frozen at creation match quote and payout terms. */
function termsOf(recorded: RecordedPayment): Claims {
  const { payment, record, commit } = recorded
  const { quote } = record
  const { currency, fiatMinor } = payment
  const terms = { asset: assetOf(payment.asset), currency, minorUnits: fiatMinor, rate: quote.rate, spreadBps: quote.spreadBps }
  return {
    asset: [payment.asset, quote.asset],
    currency: [currency, quote.currency],
    dueUnits: [payment.dueUnits, dueUnits(terms)],
    toleranceUnits: [payment.toleranceUnits, toleranceOf(recorded)],
    usdCents: [payment.usdCents, usdCentsOfFiat(fiatMinor, currency, quote)],
    address: [payment.address, commit?.address],
    feeBps: [payment.feeBps, commit?.feeBps],
    expiresAt: [payment.expiresAt, commit?.expiresAt],
  }
}

/**
 * The tolerance: quoted units plus the business's percentage, or the amount an acceptance has forgiven if that is more. Where the percentage was not
 * recorded yet, the stored value stands within its possible range.
 */
function toleranceOf({ payment, record, forgivenUnits }: RecordedPayment): bigint {
  const grantedWith = (toleranceBps: number): bigint => {
    const granted = toleranceUnits(record.rules, { asset: assetOf(payment.asset), units: payment.dueUnits, toleranceBps })
    return granted > forgivenUnits ? granted : forgivenUnits
  }
  if (payment.toleranceBps !== null) return grantedWith(payment.toleranceBps)
  const [least, most] = [grantedWith(0), grantedWith(MAX_TOLERANCE_BPS)]
  if (payment.toleranceUnits < least) return least
  return payment.toleranceUnits > most ? most : payment.toleranceUnits
}

function amountsOf(recorded: RecordedPayment, replayed: ReplayedPayment): Claims {
  const { payment, returns } = recorded
  return {
    receivedUnits: [payment.receivedUnits, replayed.receivedUnits],
    ...sharesIn(recorded),
    returningUnits: [payment.returningUnits, returns.plannedUnits],
    refundedUnits: [payment.refundedUnits, returns.settledUnits],
    exceptions: [payment.exceptions.join(' '), replayed.exceptions.join(' ')],
    resolution: [payment.resolution, replayed.resolution],
    txId: [payment.txId, replayed.txId],
    ...('includedHeight' in replayed && { includedHeight: [payment.includedHeight, replayed.includedHeight] }),
  }
}

/** From its confirmation on, a payment is split as its rounds were. */
function sharesIn({ payment, deposits, rounds, charged }: RecordedPayment): Claims {
  const shares = payment.confirmedAt !== null ? expectedSplit(payment, { deposits, rounds }, charged) : undefined
  return {
    feeUnits: [payment.feeUnits, shares?.feeUnits],
    merchantUnits: [payment.merchantUnits, shares?.merchantUnits],
    networkFeeUnits: [payment.networkFeeUnits, shares?.networkFeeUnits],
  }
}

function standingOf({ payment, record }: RecordedPayment, { states, policy, lateVerdict }: ReplayedPayment): Claims {
  const told = states.length > 0 ? states.join(' or ') : `none that ${record.events.join(', ') || 'no event'} can lead to`
  const demanded = Math.max(payment.confirmationsRequired, policy.confirmations)
  return {
    state: [payment.state, states.includes(payment.state) ? payment.state : told],
    lateVerdict: [payment.lateVerdict, lateVerdict ?? payment.lateVerdict],
    'acceptedAt is set': [payment.acceptedAt !== null, record.wasAccepted],
    confirmationsRequired: [payment.confirmationsRequired, demanded],
    finalityRequired: [payment.finalityRequired, payment.finalityRequired || policy.finality],
  }
}

/** Compares deposits that the rows or the records know. */
function depositDifferences({ payment, deposits, history }: RecordedPayment): Difference[] {
  const stored = new Map(deposits.map((deposit) => [deposit.id, deposit]))
  const replayed = new Map(history.changes.at(-1)?.map((deposit) => [deposit.id, deposit]))
  return [...new Set([...stored.keys(), ...replayed.keys()])].flatMap((id) => {
    const [row, seen] = [stored.get(id), replayed.get(id)]
    const claims = Object.fromEntries(DEPOSIT_MEMBERS.map((member) => [member, [row?.[member], seen?.[member]] as const]))
    return differences(payment.id, id, claims)
  })
}

const DEPOSIT_MEMBERS = [
  'subjectId',
  'txId',
  'asset',
  'units',
  'state',
  'height',
  'blockHash',
  'arrivedAt',
  'inheritedArrival',
  'goneAt',
  'replaced',
  'reorged',
  'dead',
] as const

function differences(paymentId: string, of: string, claims: Claims): Difference[] {
  return Object.entries(claims).flatMap(([member, [stored, replayed]]) =>
    shown(stored) === shown(replayed) ? [] : [{ paymentId, of, member, stored: shown(stored), replayed: shown(replayed) }],
  )
}

const shown = (value: Value): string => (value instanceof Date ? value.toISOString() : String(value ?? '') || 'nothing')
