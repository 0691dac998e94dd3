import { BEGINNING } from '@gateway/db/kernel/page'
import {
  countForgotten,
  findOpen,
  findOverdue,
  findUndecided,
  findUnsigned,
  findUnsignedRounds,
  findUntaken,
} from '@gateway/db/payments/sweep-queries'
import type { Em } from '@gateway/db/orm'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Context } from '../context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { expirePayment } from './expire-payment.ts'
import { failRefused } from './fail-refused.ts'
import { transaction } from '../transaction.ts'
import { judgeAgain } from './judge-again.ts'
import { payRound, restartPayment, signalPayment } from './payment-messages.ts'
import { planNextRounds } from './plan-next-rounds.ts'
import { planReturns } from './plan-returns.ts'
import { freshCursors, type SweepCursors } from './sweep-cursors.ts'
import { sweepEach } from './sweep-each.ts'

const GRACE_MS = 30_000
const STARTED_AT_ONCE = 500

/**
 * Moves on what should have moved by now: payments that the signer refuses fail, windows that ended are closed by their rows, money that was not worth
 * a transaction is planned with once it is, and what nobody signs is asked for again.
 *
 * Rows decide, timers only trigger; this is what makes a lost timer, signal or run harmless. Each sweep goes on where the one before has stopped.
 *
 * @returns how many payments had lost what should have moved them on: windows that are still open half a minute after their end, and rounds that nobody
 * has looked at for so long. What waits rightly, or what this sweep alone does, does not count.
 */
export async function sweepPayments(ctx: Context, cursors: SweepCursors = freshCursors()): Promise<number> {
  const em = ctx.orm.em.fork()
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - GRACE_MS)
  await failRefused(ctx, cursors)
  const overdue = (await findOverdue(em, { before, limit: cursors.limit })).map(({ id: paymentId }) => ({ paymentId }))
  const expired = await sweepEach(ctx, overdue, async (one) => (await expirePayment(ctx, one)).outcome === 'expired')
  const undecided = await cursors.next('undecided', (page) => findUndecided(em, page), idOf)
  const unjudged = undecided.map((payment) => ({ paymentId: payment.id, payment }))
  await each(ctx, unjudged, (inner, { payment }) => judgeAgain(inner, ctx, [payment]))
  const untaken = await cursors.next(
    'untaken',
    (page) => findUntaken(em, page),
    ({ paymentId }) => paymentId,
  )
  const forwardable = untaken.filter(({ isForwardable }) => isForwardable)
  await each(ctx, forwardable, (inner, { paymentId }) => planNextRounds(inner, ctx, [paymentId]))
  await planReturns(ctx, cursors)
  const unsigned = await cursors.next('unsigned', (page) => findUnsigned(em, { ...page, before }), idOf)
  const rounds = await cursors.next(
    'unsignedRounds',
    (page) => findUnsignedRounds(em, { ...page, now, before }),
    ({ roundId }) => roundId,
  )
  const forgotten = await countForgotten(em, { ids: [...unsigned, ...rounds].map(idOf), now, graceMs: GRACE_MS })
  await enqueue(em, ctx, [...unsigned.map(signalPayment), ...rounds.map((payment) => payRound(payment, payment.leg))])
  return expired + forgotten
}

const idOf = ({ id }: { id: string }): string => id

/** Does something for each payment, in a transaction of its own. */
async function each<Row extends { readonly paymentId: string }>(
  ctx: Context,
  rows: readonly Row[],
  work: (em: Em, row: Row) => Promise<void>,
): Promise<void> {
  await sweepEach(ctx, rows, (row) => transaction(ctx, (em) => work(em, row)).then(() => true))
}

/** Starts a run for every payment that has not ended, because all runs were lost. @returns how many there are. */
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
