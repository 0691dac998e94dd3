import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { assetOf } from '@gateway/domain/money/asset'
import { usdCents } from '@gateway/domain/money/rate'
import { sumUnits } from '@gateway/domain/money/units'
import { assessPayment, minedDeposits, policyOf } from '@gateway/domain/payments/assessment'
import { cautiousPolicy } from '@gateway/domain/payments/reorg-caution'
import { isCompleted } from '@gateway/domain/payments/machine'
import { ruledBy } from '@gateway/domain/payments/payment-rules'
import { readReorganisation } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import type { DepositChange } from '../../kernel/address-owners.ts'
import { type Advance, advancePayments } from '../lifecycle/advance-payments.ts'
import { creditDeposits } from './credit-deposits.ts'
import { assessLate, type Known } from './assess-late.ts'
import { type RoundRecords, readRoundRecords } from '../forwarding/round-records.ts'
import { quotesOf } from '../replay/read-payment-records.ts'
import { planForwards } from '../forwarding/plan-forwards.ts'
import { readRules } from '../rules/read-rules.ts'
import { splitReceived } from '../forwarding/split-received.ts'

/**
 * Assesses payments from everything known about their deposits, credits mature deposits, and plans forwards.
 *
 * A fixed number of statements for any number of payments in a block; all within the scanner's transaction.
 *
 * @returns ids of the newly confirmed payments, and of those confirmed before and not forwarded yet.
 */
export async function assessPayments(em: Em, ctx: Context, { chain, ids, view }: DepositChange): Promise<Unforwarded> {
  const payments = await lockPayments(em, ids)
  const [deposits, quotes] = await Promise.all([readDeposits(em, 'payment', ids), readQuotes(em, payments.flatMap(quotesOf))])
  const reorganisedAt = await readReorganisation(em, chain)
  const rounds = await readRoundRecords(em, payments, deposits)
  const rulesOf = await readRules(em, payments)
  const byPayment = Map.groupBy(deposits, (deposit) => deposit.subjectId)
  const known = payments.flatMap((payment) => {
    const quote = quotes.get(payment.quoteId)
    const own = { payment, deposits: byPayment.get(payment.id) ?? [], rules: rulesOf(payment) }
    return quote ? [{ ...own, quote, lateQuote: quotes.get(payment.lateQuoteId ?? '') }] : []
  })
  for (const one of known) await assessLate(em, ctx, one)
  const judged = known.map((one) => judgeOne(one, { view, reorganisedAt, rounds }))
  await creditDeposits(
    em,
    ctx,
    judged.map(({ advance, deposits: own }) => ({ payment: advance.payment, deposits: own, view })),
  )
  await advancePayments(
    em,
    ctx,
    judged.map(({ advance }) => advance),
  )
  await planForwards(
    em,
    ctx,
    judged.map(({ advance, deposits: own }) => ({ payment: advance.payment, deposits: own })),
  )
  return unforwardedOf(judged)
}

/** Ids of payments to be forwarded. */
interface Unforwarded {
  readonly confirmed: readonly string[]
  readonly before: readonly string[]
}

function unforwardedOf(judged: readonly Judged[]): Unforwarded {
  const advances = judged.map(({ advance }) => advance)
  const unforwarded = advances.filter(({ payment }) => isCompleted(payment.state) && payment.state !== 'forwarded')
  const idsOf = (isNow: boolean) =>
    unforwarded.filter(({ inputs }) => inputs.includes('confirm') === isNow).map(({ payment }) => payment.id)
  return { confirmed: idsOf(true), before: idsOf(false) }
}

interface Judged {
  readonly advance: Advance
  readonly deposits: readonly DepositEntity[]
}

/** The inputs of an assessment. */
interface Judging {
  readonly view: ChainView
  readonly reorganisedAt: Date | null
  readonly rounds: RoundRecords
}

function judgeOne(known: Known, judging: Judging): Judged {
  const { payment, deposits, quote, rules } = known
  const { view, rounds } = judging
  raisePolicy(known, judging)
  const assessment = assessPayment(ruledBy(rules, payment), deposits, view)
  payment.receivedUnits = assessment.receivedUnits
  payment.exceptions = [...assessment.exceptions]
  payment.txId = assessment.txId
  payment.includedHeight = assessment.includedHeight
  if (payment.confirmedAt !== null) Object.assign(payment, splitReceived(payment, { deposits, rounds }))
  const onEnter: Advance['onEnter'] = (entered, state) => {
    if (state === 'confirmed') Object.assign(entered, splitReceived(entered, { deposits, rounds }))
  }
  return { advance: { payment, inputs: assessment.inputs, quote, view, onEnter }, deposits }
}

/**
 * Raises the required confirmations, never lowers them, when more arrives in blocks than was requested. Mempool deposits do not count, because any
 * third party can send and withdraw them. Immature coins are waited for, and after a reorg an unconfirmed payment waits longer.
 */
function raisePolicy({ payment, deposits, quote, rules }: Known, { reorganisedAt, view }: Judging): void {
  const asset = assetOf(payment.asset)
  const mined = minedDeposits(payment, deposits)
  const received = sumUnits(mined)
  const largest = usdCents(received > payment.dueUnits ? received : payment.dueUnits, asset, quote.usdRate)
  const leastConfirmations = mined.reduce((most, deposit) => Math.max(most, deposit.leastConfirmations), 0)
  const caution = { reorganisedAt: isCompleted(payment.state) ? null : reorganisedAt, at: view.at, leastConfirmations }
  const policy = cautiousPolicy({ rules, chain: payment.chain, usdCents: largest }, caution, policyOf(payment))
  payment.confirmationsRequired = policy.confirmations
  payment.finalityRequired = policy.finality
}
