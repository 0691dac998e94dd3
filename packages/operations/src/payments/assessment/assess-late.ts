import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { countedFor, liveDeposits } from '@gateway/domain/payments/assessment'
import { isRateKept, isVerdictStale, lateQuestion } from '@gateway/domain/payments/late-payment'
import { ruledBy, type Ruled } from '@gateway/domain/payments/payment-rules'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import type { Quote } from '@gateway/domain/rates/quote'
import type { Context } from '../../kernel/context.ts'
import { quotePrice, quoteRow } from '../../rates/quote-price.ts'

/** A locked payment with its deposits, quote and rules. */
export interface Known extends Ruled {
  readonly payment: PaymentEntity
  readonly deposits: readonly DepositEntity[]
  readonly quote: Quote
  /** The price that assessed the late deposits; undefined while there is none. */
  readonly lateQuote: Quote | undefined
}

const UNJUDGED = { lateVerdict: null, lateQuoteId: null } as const

/**
 * Decides once whether late deposits complete a payment, at the price of their arrival, and stores that price. Deposits that replace assessed ones
 * are assessed by their own arrival.
 *
 * Without a trustworthy price nothing is decided: the sweep tries again, and the next accepted price decides.
 */
export async function assessLate(em: Em, ctx: Context, { payment, deposits, quote, lateQuote, rules }: Known): Promise<void> {
  const live = liveDeposits(payment, countedFor(payment, deposits))
  if (lateQuote && isVerdictStale(ruledBy(rules, payment), live, lateQuote.asOf)) Object.assign(payment, UNJUDGED)
  const question = lateQuestion(ruledBy(rules, payment), live)
  if (question === 'too_late') payment.lateVerdict = 'too_late'
  if (question !== 'rate') return
  const arrival = await findPrice(ctx, payment, arrivalOf(live, ctx.clock.now()))
  if (!arrival) return
  await insertTogether(em, [quoteRow(arrival)])
  payment.lateQuoteId = arrival.id
  payment.lateVerdict = isRateKept(rules.keptBps, quote.rate, arrival.rate) ? 'good' : 'poor'
}

/** When the last deposit arrived, which is the moment that is judged; a block's own time may be ahead of ours. */
const arrivalOf = (deposits: readonly DepositEntity[], now: Date): Date =>
  new Date(
    Math.min(
      now.getTime(),
      deposits.reduce((last, { arrivedAt }) => Math.max(last, arrivedAt.getTime()), 0),
    ),
  )

async function findPrice(ctx: Context, { asset, currency }: PaymentEntity, at: Date): Promise<Quote | undefined> {
  try {
    // Its sources say when each was asked, which is earlier: a verdict is compared with what it was about.
    return { ...(await quotePrice(ctx, { asset, currency, spreadBps: 0, at })), asOf: at }
  } catch (error) {
    if (error instanceof RateUnavailable) return undefined
    throw error
  }
}
