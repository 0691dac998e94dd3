import { payoutBroadcast, payoutFinal } from '@gateway/domain/ledger/templates'
import { sumUnits } from '@gateway/domain/money/units'
import { splitPaid } from '@gateway/domain/payments/rules'
import { holds, post } from './book.ts'
import { creditOne, forwardPaid } from './judge.ts'
import { DUST, moveIntent, newLeg, plan, reshape, restorePostings } from './legs.ts'
import { type AttemptRow, cursorOf, type DepositRow, depositsIn, type FlushRow, holdingOf, type IntentRow, type Rows } from './rows.ts'

/** Settles every final payout at the amounts it paid. */
export function finalizePayouts(rows: Rows): void {
  const finalHeight = cursorOf(rows).height - rows.rules.finalDepth + 1
  const closed = rows.attempts.filter(
    ({ state, height, intentId }) =>
      isLive(state) && state !== 'final' && height !== null && height <= finalHeight && isSettleable(rows, intentId),
  )
  for (const attempt of closed) attempt.state = 'final'
  if (rows.rules.watchesMempool) for (const attempt of closed) settleAttempt(rows, attempt)
  for (const flush of rows.flushes) if (flush.intentId === null && flush.height <= finalHeight) settleFlush(rows, flush)
  for (const attempt of closed) holdUnpaid(rows, attempt)
}

/** Output payouts settle once their deposits are credited again: a payment may require more confirmations than a final payout. */
const isSettleable = (rows: Rows, intentId: string): boolean =>
  !rows.rules.watchesMempool || depositsIn(rows, intentId).every((deposit) => deposit.creditRevision !== null)

/** States of an attempt that may still pay or has paid. */
export const isLive = (state: AttemptRow['state']): boolean => state !== 'superseded' && state !== 'dead'

function settleAttempt(rows: Rows, attempt: AttemptRow): void {
  const intent = rows.intents.get(attempt.intentId)
  if (intent) settle(rows, intent, attempt.feeUnits)
}

/** Ledger L3 if it was never posted, then L4; then the payment moves on. */
function settle(rows: Rows, intent: IntentRow, networkFeeUnits: bigint): void {
  const holding = holdingOf(rows.rules)
  const paid = splitPaid({ units: intent.units, feeUnits: intent.split.feeUnits }, networkFeeUnits)
  const platformPaid = !rows.rules.watchesMempool || paid.feeUnits >= DUST
  const before = intent.split
  if (!moveIntent(intent, 'finalize')) return
  post(rows.book, payoutBroadcast(holding, { id: intent.id, revision: intent.posting, units: intent.units }))
  post(
    rows.book,
    payoutFinal(holding, { id: intent.id, revision: intent.posting, planned: before, paid, platformPaid, takenBackUnits: 0n }),
  )
  Object.assign(intent, { split: paid, platformPaid })
  const payment = rows.payments.get(intent.paymentId)
  if (!payment) return
  forwardPaid(rows, payment)
  plan(rows, payment)
}

/** Sets the leg of a final flush to exactly the flushed deposits, whatever its sender and plan. */
function settleFlush(rows: Rows, flush: FlushRow): void {
  const covered = coveredBy(rows, flush)
  holds(sumUnits(covered) === flush.units, `the flush ${flush.ref} paid out ${flush.units}, and ${sumUnits(covered)} of deposits are known`)
  for (const deposit of covered) if (deposit.creditRevision === null) creditOne(rows, deposit)
  const intent = legOf(rows, flush, covered)
  flush.intentId = intent.id
  settle(rows, intent, 0n)
}

function legOf(rows: Rows, flush: FlushRow, covered: readonly DepositRow[]): IntentRow {
  const ids = new Set(covered.map((deposit) => deposit.intentId))
  const open = [...rows.intents.values()].filter((intent) => ids.has(intent.id) && intent.state !== 'final')
  const keeps = (intent: IntentRow) => depositsIn(rows, intent.id).filter((deposit) => !covered.includes(deposit))
  const mine = open.find((intent) => keeps(intent).length === 0)
  const { blockHash } = flush
  for (const intent of open) if (intent !== mine) reshape(rows, intent, { deposits: keeps(intent), blockHash })
  const payment = rows.payments.get(flush.address)
  holds(payment !== undefined, `the flush ${flush.ref} is of a payment`)
  if (!mine) return newLeg(rows, payment, covered)
  const isExact = covered.every((deposit) => deposit.intentId === mine.id) && mine.units === flush.units
  if (isExact) restorePostings(rows, [mine.id])
  else reshape(rows, mine, { deposits: covered, blockHash })
  return mine
}

/** The deposits between a flush and the previous one. */
function coveredBy(rows: Rows, flush: FlushRow): DepositRow[] {
  const others = rows.flushes.filter((other) => other.address === flush.address && isBefore(other, flush))
  return [...rows.deposits.values()].filter(
    (deposit) =>
      deposit.paymentId === flush.address &&
      deposit.asset === rows.rules.asset &&
      isBefore(deposit, flush) &&
      !others.some((other) => isBefore(deposit, other)),
  )
}

type Placed = { readonly height: number | null; readonly place: number }

const isBefore = (a: Placed, b: Placed): boolean =>
  a.height !== null && b.height !== null && (a.height < b.height || (a.height === b.height && a.place < b.place))

/** Holds intents that a final transaction did not pay; they may be signed again. */
function holdUnpaid(rows: Rows, attempt: AttemptRow): void {
  const intent = rows.intents.get(attempt.intentId)
  if (!intent || intent.state === 'final') return
  attempt.state = 'superseded'
  moveIntent(intent, 'hold')
}
