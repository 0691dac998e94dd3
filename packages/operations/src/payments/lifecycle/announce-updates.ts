import type { Em } from '@gateway/db/orm'
import { lockPayments } from '@gateway/db/payments/queries'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import { digestOf, readMovements } from '../reading/read-movements.ts'
import { advancePayments } from './advance-payments.ts'

/**
 * Emits `payment.updated` for payments whose merchant can see something that their last event did not show: a deposit, an exception, a payout of
 * held money, or a status that no event of its own tells of. In the caller's transaction, after the events of its other changes; a repeated call emits nothing.
 */
export async function announceUpdates(em: Em, ctx: Context, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  const payments = await lockPayments(em, [...new Set(paymentIds)])
  const movementsOf = await readMovements(
    em,
    payments.map(({ id }) => id),
  )
  const changed = payments.filter((payment) => digestOf(payment, movementsOf(payment.id)) !== payment.shownDigest)
  if (changed.length === 0) return
  const [quotes, views] = await Promise.all([readQuotes(em, changed), readViews(em)])
  await advancePayments(
    em,
    ctx,
    changed.flatMap((payment) => {
      const quote = quotes.get(payment.quoteId)
      const view = views.get(payment.chain) ?? unread
      return quote ? [{ payment, inputs: ['update'], quote, view, movements: movementsOf(payment.id) }] : []
    }),
  )
}
