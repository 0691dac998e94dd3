import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { PaymentInput } from '@gateway/domain/payments/machine'
import { readViews, unread } from '../chainwatch/chain-view.ts'
import type { Context } from '../context.ts'
import { readQuotes } from '../rates/read-quotes.ts'
import type { PayoutNews, Subject } from '../subjects.ts'
import { type Advance, advancePayments } from './advance-payments.ts'
import { judgePayments } from './judge-payments.ts'
import { splitOf } from './split-of.ts'

/** What payments do when a chain tells something about their deposits or their forwards. */
export const paymentSubject: Subject = {
  depositsChanged: judgePayments,
  async payoutsBroadcast(em, ctx, payouts) {
    await advancePaid(em, ctx, { payouts, inputs: [], sent: true })
  },
  async payoutsFinal(em, ctx, payouts) {
    // A stranger's flush settles a payment that was never signed for; skipped steps are still announced, in order.
    await advancePaid(em, ctx, { payouts, inputs: ['sign', 'settle'], sent: true })
  },
}

/** What forwards have done, and what that means for their payments. */
export interface PayoutAdvance {
  readonly payouts: readonly PayoutNews[]
  readonly inputs: readonly PaymentInput[]
  /** A signed transaction that nobody has seen yet has no id to show. */
  readonly sent: boolean
}

/** Writes what a forward has done onto its payment and moves it. */
export async function advancePaid(em: Em, ctx: Context, news: PayoutAdvance): Promise<void> {
  const { payouts, inputs, sent } = news
  const payments = await lockPayments(
    em,
    payouts.map((payout) => payout.ref),
  )
  const [quotes, views] = await Promise.all([readQuotes(em, payments), readViews(em)])
  const byPayment = new Map(payouts.map((payout) => [payout.ref, payout]))
  await advancePayments(
    em,
    ctx,
    payments.flatMap((payment): Advance[] => {
      const payout = byPayment.get(payment.id)
      const quote = quotes.get(payment.quoteId)
      if (!payout || !quote) return []
      notePayout(payment, payout, sent)
      return [{ payment, inputs, quote, view: views.get(payment.chain) ?? unread }]
    }),
  )
}

function notePayout(payment: PaymentEntity, { txId, platformPaid, split }: PayoutNews, sent: boolean): void {
  if (sent) {
    payment.forwardTxId = txId
    payment.platformTxId = platformPaid ? txId : null
  }
  payment.networkFeeUnits = split.networkFeeUnits
  Object.assign(payment, splitOf(payment))
}
