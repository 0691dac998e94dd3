import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Holding } from '@gateway/domain/ledger/templates'
import type { PaymentInput } from '@gateway/domain/payments/machine'
import { readViews, unread } from '../chainwatch/chain-view.ts'
import { readSettledLegs } from '../chainwatch/settled-legs.ts'
import type { Context } from '../context.ts'
import { findUnpaid } from '../custody/legs.ts'
import { readQuotes } from '../rates/read-quotes.ts'
import type { PayoutNews, Subject } from '../subjects.ts'
import { type Advance, advancePayments } from './advance-payments.ts'
import { judgePayments } from './judge-payments.ts'
import { splitOf } from './split-of.ts'

/** What payments do when a chain tells something about their deposits or their forwards. */
export const paymentSubject: Subject = {
  async holdingOf(em, id) {
    return tables(em)
      .selectFrom('payment')
      .select(['asset', 'chain', 'mode', 'businessId'])
      .where('id', '=', id)
      .executeTakeFirst() as Promise<Holding | undefined>
  },
  async depositsChanged(em, ctx, news) {
    const confirmed = await judgePayments(em, ctx, news)
    await settlePaid(em, ctx, await readSettledLegs(em, confirmed))
  },
  async payoutsBroadcast(em, ctx, payouts) {
    await advancePaid(em, ctx, { payouts, inputs: [], sent: true })
  },
  payoutsFinal: settlePaid,
}

/**
 * A payment is forwarded when all its legs are. Money that left before the payment was confirmed does not move it; it is settled as soon as it
 * is confirmed, because a stranger's flush settles what was never signed for. Skipped steps are still announced, in order.
 */
async function settlePaid(em: Em, ctx: Context, payouts: readonly PayoutNews[]): Promise<void> {
  const unpaid = await findUnpaid(
    em,
    'forward',
    payouts.map((payout) => payout.ref),
  )
  const isPaid = ({ ref }: PayoutNews) => !unpaid.has(ref)
  await advancePaid(em, ctx, { payouts: payouts.filter((payout) => !isPaid(payout)), inputs: [], sent: true })
  await advancePaid(em, ctx, { payouts: payouts.filter(isPaid), inputs: ['sign', 'settle'], sent: true })
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
  if (payouts.length === 0) return
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
