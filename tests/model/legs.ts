import { findMove } from '@gateway/domain/kernel/machine'
import { type IntentInput, intentMachine } from '@gateway/domain/custody/machine'
import { forwardPlanned, payoutBroadcast } from '@gateway/domain/ledger/templates'
import { portion } from '@gateway/domain/money/rounding'
import { sumUnits } from '@gateway/domain/money/units'
import { completedStates } from '@gateway/domain/payments/machine'
import { splitReceived } from '@gateway/domain/payments/rules'
import { post, stands, takeBack } from './book.ts'
import { type DepositRow, depositsIn, depositsOf, holdingOf, type IntentRow, type PaymentRow, postingKey, type Rows } from './rows.ts'

/** The estimated network fee of a payout that pays its own fee, in units. */
const PLANNED_FEE = 300n

/** The maximum network fee of a first attempt. */
export const MAX_FEE = 400n

/** The dust limit. */
export const DUST = 546n

/** Plans the next leg of a completed payment over its credited deposits without a leg (ledger L2); one leg at a time. */
export function plan(rows: Rows, payment: PaymentRow): void {
  if (!completedStates.some((state) => state === payment.state)) return
  const legs = [...rows.intents.values()].filter((intent) => intent.paymentId === payment.id)
  if (legs.some((leg) => isUnpaid(rows, leg))) return
  const free = freeOf(rows, payment)
  if (isWorthSending(rows, payment, free)) newLeg(rows, payment, free)
}

/** Credited deposits without a leg. */
export const freeOf = (rows: Rows, payment: PaymentRow): readonly DepositRow[] =>
  depositsOf(rows, payment.id).filter((deposit) => deposit.creditRevision !== null && deposit.intentId === null)

/** True for a leg that still has a live deposit to pay. */
export const isUnpaid = (rows: Rows, leg: IntentRow): boolean =>
  leg.state !== 'final' && depositsIn(rows, leg.id).some((deposit) => !deposit.dead)

/** True when more than dust remains for the merchant at any network fee of the first attempt; smaller sums wait for later deposits. */
export function isWorthSending({ rules }: Rows, { feeBps }: PaymentRow, deposits: readonly DepositRow[]): boolean {
  const units = sumUnits(deposits)
  return units > 0n && (!rules.watchesMempool || units - portion(units, feeBps) > MAX_FEE + DUST)
}

/** Creates a leg over deposits without a leg, and posts its plan. */
export function newLeg(rows: Rows, payment: PaymentRow, deposits: readonly DepositRow[]): IntentRow {
  const leg = [...rows.intents.values()].filter((intent) => intent.paymentId === payment.id).length
  const units = sumUnits(deposits)
  const split = splitReceived(units, payment.feeBps, rows.rules.watchesMempool ? PLANNED_FEE : 0n)
  const id = `${payment.id}/${leg}`
  const intent: IntentRow = { id, paymentId: payment.id, leg, units, split, state: 'planned', posting: 0, platformPaid: true }
  rows.intents.set(id, intent)
  for (const deposit of deposits) deposit.intentId = id
  bookPlan(rows, intent)
  return intent
}

/** Moves an intent. @returns false when its state does not accept the input. */
export function moveIntent(intent: IntentRow, input: IntentInput): boolean {
  const step = findMove(intentMachine, intent.state, input)
  if (step) intent.state = step.to
  return step !== undefined
}

/** Posts intents again whose deposits are all credited again. */
export function restorePostings(rows: Rows, intentIds: readonly string[]): void {
  for (const id of new Set(intentIds)) {
    const intent = rows.intents.get(id)
    if (!intent || intent.posting === 0 || depositsIn(rows, id).some((deposit) => deposit.creditRevision === null)) continue
    bookPlan(rows, intent)
    if (intent.state === 'broadcast') postBroadcast(rows, intent)
  }
}

/** Ledger L2. */
function bookPlan({ book, rules }: Rows, intent: IntentRow): void {
  const held = [{ heldIn: 'payment:held' as const, units: intent.units }]
  post(book, forwardPlanned(holdingOf(rules), { id: intent.id, revision: intent.posting, split: intent.split, held }))
}

/** Ledger L3, once, if the plan is posted and not reversed. */
export function postBroadcast(rows: Rows, intent: IntentRow): void {
  if (!stands(rows.book, 'plan', postingKey(intent))) return
  post(rows.book, payoutBroadcast(holdingOf(rows.rules), { id: intent.id, revision: intent.posting, units: intent.units }))
}

/** Reverses an intent's current postings, newest first, and opens the next posting round, if any was posted. */
export function reverseIntent(rows: Rows, intent: IntentRow, blockHash: string): void {
  if (!stands(rows.book, 'plan', postingKey(intent))) return
  for (const kind of ['settle', 'broadcast', 'plan'] as const) takeBack(rows.book, kind, { ...postingKey(intent), blockHash })
  intent.posting += 1
  moveIntent(intent, 'orphan')
}

/** Sets the deposits of an open leg. One that loses all keeps its amount and is not posted. */
export function reshape(
  rows: Rows,
  intent: IntentRow,
  { deposits, blockHash }: { deposits: readonly DepositRow[]; blockHash: string },
): void {
  for (const kind of ['broadcast', 'plan'] as const) takeBack(rows.book, kind, { ...postingKey(intent), blockHash })
  intent.posting += 1
  for (const deposit of depositsIn(rows, intent.id)) deposit.intentId = null
  if (deposits.length === 0) return
  for (const deposit of deposits) deposit.intentId = intent.id
  intent.units = sumUnits(deposits)
  intent.split = splitReceived(intent.units, rows.payments.get(intent.paymentId)?.feeBps ?? 0, 0n)
  restorePostings(rows, [intent.id])
}
