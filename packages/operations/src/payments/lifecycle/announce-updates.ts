import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendIntent } from '@gateway/domain/custody/intent'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Movements } from '@gateway/domain/payments/movements'
import { lockPayments } from '@gateway/db/payments/queries'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import { digestOf, readMovements } from '../reading/read-movements.ts'
import { advancePayments } from './advance-payments.ts'

type Payouts = readonly Pick<SpendIntent, 'purpose' | 'ref'>[]

/** Emits `payment.updated` for the payments of some forwards and refunds, as `announceUpdates` does. */
export const announcePayouts = async (em: Em, ctx: Context, payouts: Payouts): Promise<void> =>
  announceUpdates(em, ctx, await paymentsOf(em, payouts))

/** Locks the payments of some forwards and refunds, for whatever comes of them in the transaction. */
export const lockPaymentsOf = async (em: Em, payouts: Payouts): Promise<unknown> => lockPayments(em, await paymentsOf(em, payouts))

async function paymentsOf(em: Em, payouts: Payouts): Promise<string[]> {
  const refsOf = (purpose: SpendPurpose) => payouts.flatMap((payout) => (payout.purpose === purpose ? payout.ref : []))
  return [...refsOf('forward'), ...(await readPaymentIds(em, refsOf('payment_refund')))]
}

async function readPaymentIds(em: Em, refundIds: readonly string[]): Promise<string[]> {
  if (refundIds.length === 0) return []
  const rows = await tables(em)
    .selectFrom('refund')
    .select('paymentId')
    .where('id', 'in', [...refundIds])
    .execute()
  return rows.flatMap(({ paymentId }) => paymentId ?? [])
}

/**
 * Emits `payment.updated` for payments whose merchant can see something that their last event did not show: a deposit, an exception, a payout of
 * held money, why a payout waits, or a status that no event of its own tells of. In the caller's transaction, after the events of its other changes; a repeated
 * call emits nothing.
 */
export async function announceUpdates(em: Em, ctx: Context, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  const payments = await lockPayments(em, [...new Set(paymentIds)])
  const movementsOf = await readMovements(
    em,
    payments.map(({ id }) => id),
  )
  const changed = payments.filter(isUntold(movementsOf))
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

/** The payments among some for which `announceUpdates` would emit an event; without a lock. */
export async function findUntold(em: Em, payments: readonly PaymentEntity[]): Promise<string[]> {
  const ids = payments.map(({ id }) => id)
  return payments.filter(isUntold(await readMovements(em, ids))).map(({ id }) => id)
}

const isUntold =
  (movementsOf: (paymentId: string) => Movements) =>
  (payment: PaymentEntity): boolean =>
    digestOf(payment, movementsOf(payment.id)) !== payment.shownDigest
