import { BEGINNING } from '@gateway/db/kernel/page'
import { findChangedPayouts, findOpen, findOverdue, findUndecided, findUntaken } from '@gateway/db/payments/sweep-queries'
import type { Em } from '@gateway/db/orm'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Context } from '../../kernel/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { failRefusedPayments } from './fail-refused-payments.ts'
import { transaction } from '../../kernel/transaction.ts'
import { reassessPayments } from '../assessment/reassess-payments.ts'
import { restartPayment } from '../lifecycle/workflow-messages.ts'
import { announceUpdates, findUntold } from '../lifecycle/announce-updates.ts'
import { planNextRounds } from '../forwarding/plan-next-rounds.ts'
import { planRefunds } from '../refunds/plan-refunds.ts'
import { freshCursors, type PageCursors } from '../page-cursors.ts'
import { forEachPayment } from '../for-each-payment.ts'

const GRACE_MS = 30_000
const STARTED_AT_ONCE = 500

/**
 * Advances stalled payments: fails those the signer rejected, closes ended windows, plans deposits that are worth a transaction now, tells of
 * payouts that have changed. Rows decide, timers only trigger, so a lost timer, signal or run is harmless. Each sweep continues where the last one stopped.
 *
 * @returns how many payments had stalled: windows still open half a minute after their end.
 */
export async function sweepPayments(ctx: Context, cursors: PageCursors = freshCursors()): Promise<number> {
  const em = ctx.orm.em.fork()
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - GRACE_MS)
  await failRefusedPayments(ctx, cursors)
  const overdue = (await findOverdue(em, { before, limit: cursors.limit })).map(({ id: paymentId }) => ({ paymentId }))
  const expired = await forEachPayment(ctx, overdue, async (one) => (await expirePayment(ctx, one)).outcome === 'expired')
  const undecided = await cursors.next('undecided', (page) => findUndecided(em, page), idOf)
  const unjudged = undecided.map((payment) => ({ paymentId: payment.id, payment }))
  await each(ctx, unjudged, (inner, { payment }) => reassessPayments(inner, ctx, [payment]))
  const untaken = await cursors.next(
    'untaken',
    (page) => findUntaken(em, page),
    ({ paymentId }) => paymentId,
  )
  const forwardable = untaken.filter(({ isForwardable }) => isForwardable)
  await each(ctx, forwardable, async (inner, { paymentId }) => {
    await planNextRounds(inner, ctx, [paymentId])
    await announceUpdates(inner, ctx, [paymentId])
  })
  await planRefunds(ctx, cursors)
  await announceChanged(ctx, cursors)
  return expired
}

/** Tells what became of payouts outside the transactions that tell it themselves: those that a reorganisation or a failed transaction left unpaid. */
async function announceChanged(ctx: Context, cursors: PageCursors): Promise<void> {
  const em = ctx.orm.em.fork()
  const changed = await cursors.next(
    'changedPayouts',
    (page) => findChangedPayouts(em, page),
    ({ payoutId }) => payoutId,
  )
  const untold = (await findUntold(em, changed)).map((paymentId) => ({ paymentId }))
  await each(ctx, untold, (inner, { paymentId }) => announceUpdates(inner, ctx, [paymentId]))
}

const idOf = ({ id }: { id: string }): string => id

/** Runs a task for each payment, in a transaction of its own. */
async function each<Row extends { readonly paymentId: string }>(
  ctx: Context,
  rows: readonly Row[],
  work: (em: Em, row: Row) => Promise<void>,
): Promise<void> {
  await forEachPayment(ctx, rows, (row) => transaction(ctx, (em) => work(em, row)).then(() => true))
}

/** Starts a run for every open payment, because all runs were lost. @returns how many there are. */
export async function restartPayments(ctx: Context): Promise<number> {
  let restarted = 0
  for (let after = BEGINNING; ;) {
    const em = ctx.orm.em.fork()
    const page: PaymentEntity[] = await findOpen(em, { after, limit: STARTED_AT_ONCE })
    await enqueue(em, ctx, page.map(restartPayment))
    restarted += page.length
    const last = page.at(-1)
    if (!last || page.length < STARTED_AT_ONCE) return restarted
    after = last.id
  }
}
