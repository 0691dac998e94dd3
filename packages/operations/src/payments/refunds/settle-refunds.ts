import { lockRefunds } from '@gateway/db/payments/refund-queries'
import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import { NOTHING_REFUNDED, readRefunded } from '../../custody/settlement/read-refunded.ts'
import type { Context } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import type { PayoutChange } from '../../kernel/address-owners.ts'
import { refreshSplits } from '../forwarding/refresh-split.ts'
import { advancePayments } from '../lifecycle/advance-payments.ts'
import { settleRows } from './shared/settle-rows.ts'

/**
 * Records that refunds are final: `payment.refunded` once per refund, whatever a later reorg reverses. The amount includes the network fee.
 *
 * The chain may show one to be paid whose payout the database has not planned, after a restore; it is planned and settled at once. Another may have taken
 * dust along that came after it was planned.
 */
export async function settleRefunds(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void> {
  if (payouts.length === 0) return
  const ids = payouts.map(({ ref }) => ref)
  const known = await tables(em).selectFrom('refund').select('paymentId').where('id', 'in', ids).execute()
  const payments = await lockPayments(
    em,
    known.flatMap(({ paymentId }) => paymentId ?? []),
  )
  const locked = await lockRefunds(em, ids)
  const returned = await settleRows(em, ctx, ids)
  const taken = await readRefunded(
    em,
    payments.map(({ id }) => id),
  )
  const [quotes, views] = await Promise.all([readQuotes(em, payments), readViews(em)])
  for (const back of locked.filter(({ id }) => returned.has(id))) {
    const payment = payments.find(({ id }) => id === back.paymentId)
    const quote = payment && quotes.get(payment.quoteId)
    if (!payment || !quote) continue
    const units = unitsOf(payouts.find(({ ref }) => ref === back.id))
    payment.refundedUnits += units
    payment.returningUnits = (taken.get(payment.id) ?? NOTHING_REFUNDED).plannedUnits
    await refreshSplits(em, [payment])
    await advancePayments(em, ctx, [{ payment, inputs: ['refund'], quote, view: views.get(payment.chain) ?? unread }])
  }
}

const unitsOf = (payout: PayoutChange | undefined): bigint => (payout ? payout.split.merchantUnits + payout.split.networkFeeUnits : 0n)
