import { depositCredited } from '@gateway/domain/ledger/templates'
import { findMove } from '@gateway/domain/kernel/machine'
import { assetOf } from '@gateway/domain/money/asset'
import { usdCents } from '@gateway/domain/money/rate'
import { sumUnits } from '@gateway/domain/money/units'
import { assessPayment, hasRequiredConfirmations, minedDeposits, policyOf } from '@gateway/domain/payments/assessment'
import { lateQuestion } from '@gateway/domain/payments/late-payment'
import { cautiousPolicy } from '@gateway/domain/payments/reorg-caution'
import { isCompleted, type PaymentInput, paymentMachine } from '@gateway/domain/payments/machine'
import { post } from './book.ts'
import { isUnpaid, plan, restorePostings } from './legs.ts'
import { type DepositRow, depositsOf, holdingOf, type PaymentRow, type Rows, viewOf } from './rows.ts'

/** The price of one coin in every world. */
export const USD_RATE = { digits: 50_000n, scale: 0 }

/** Assesses payments anew, credits mature deposits, and plans legs. */
export function judge(rows: Rows, ids: Iterable<string>, at: Date): void {
  for (const id of new Set(ids)) {
    const payment = rows.payments.get(id)
    if (payment) judgeOne(rows, payment, at)
  }
}

function judgeOne(rows: Rows, payment: PaymentRow, at: Date): void {
  const deposits = depositsOf(rows, payment.id)
  raisePolicy(rows, payment, { deposits, at })
  judgeLate(payment, deposits)
  const view = viewOf(rows, at)
  const { inputs, receivedUnits, includedHeight, exceptions } = assessPayment(payment, deposits, view)
  Object.assign(payment, { receivedUnits, includedHeight, exceptions })
  const isMature = ({ asset, height, creditRevision }: DepositRow) =>
    asset === payment.asset && creditRevision === null && height !== null && hasRequiredConfirmations(payment, height, view)
  credit(rows, deposits, isMature)
  for (const input of inputs) move(payment, input)
  plan(rows, payment)
  forwardPaid(rows, payment)
}

/** Decides once whether late money still completes its payment. */
function judgeLate(payment: PaymentRow, deposits: readonly DepositRow[]): void {
  const live = deposits.filter((deposit) => deposit.asset === payment.asset && deposit.state !== 'gone')
  const question = lateQuestion(payment, live)
  if (question === 'too_late') payment.lateVerdict = question
  if (question === 'rate') payment.lateVerdict = payment.isRateKept ? 'good' : 'poor'
}

/** Accepts the received amount of an expired payment as the whole amount. */
export function acceptPayment(rows: Rows, payment: PaymentRow, at: Date): void {
  if (payment.state !== 'expired' || payment.receivedUnits === 0n) return
  const missing = payment.dueUnits - payment.receivedUnits
  if (missing > payment.toleranceUnits) payment.toleranceUnits = missing
  payment.acceptedAt = at
  judge(rows, [payment.id], at)
}

/** Moves a payment; an input that its state does not accept lost a race. */
export function move(payment: PaymentRow, input: PaymentInput): void {
  const step = findMove(paymentMachine, payment.state, input)
  if (!step) return
  payment.state = step.to
  payment.path.push(step.to)
}

/** Marks a completed payment forwarded once all its legs are. */
export function forwardPaid(rows: Rows, payment: PaymentRow): void {
  const legs = [...rows.intents.values()].filter((intent) => intent.paymentId === payment.id)
  if (legs.some((leg) => isUnpaid(rows, leg)) || !legs.some((leg) => leg.state === 'final')) return
  move(payment, 'sign')
  move(payment, 'settle')
}

function raisePolicy(
  { rules, reorganisedAt }: Rows,
  payment: PaymentRow,
  { deposits, at }: { deposits: readonly DepositRow[]; at: Date },
): void {
  const received = sumUnits(minedDeposits(payment, deposits))
  const largest = received > payment.dueUnits ? received : payment.dueUnits
  const worth = { rules: payment.rules, chain: rules.chain, usdCents: usdCents(largest, assetOf(payment.asset), USD_RATE) }
  const caution = { reorganisedAt: isCompleted(payment.state) ? null : reorganisedAt, at, leastConfirmations: 0 }
  const policy = cautiousPolicy(worth, caution, policyOf(payment))
  payment.confirmationsRequired = policy.confirmations
  payment.finalityRequired = policy.finality
}

function credit(rows: Rows, deposits: readonly DepositRow[], isMature: (deposit: DepositRow) => boolean): void {
  for (const deposit of deposits) if (isMature(deposit)) creditOne(rows, deposit)
  restorePostings(
    rows,
    deposits.flatMap((deposit) => deposit.intentId ?? []),
  )
}

/** Credits one inclusion of a deposit (ledger L1): each inclusion in a block has its own revision, also in the same block again. */
export function creditOne(rows: Rows, deposit: DepositRow): void {
  const { id, units, timesOrphaned: revision } = deposit
  deposit.creditRevision = revision
  post(rows.book, depositCredited(holdingOf(rows.rules), { id, revision, units, heldIn: 'payment:held' }))
}
