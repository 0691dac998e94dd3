import { findOpen, findOverdue, findUndecided, findUnsigned, findUnsignedRounds } from '@gateway/db/payments/queries'
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

const OVERDUE_MS = 30_000
const SWEPT_AT_ONCE = 500

/**
 * Moves on what should have moved by now: payments that the signer refuses fail, windows that ended are closed by their rows, forwards that were not worth a transaction are planned
 * once they are, and those that nobody signs are asked for again.
 *
 * Rows decide, timers only trigger; this is what makes a lost timer, signal or run harmless.
 *
 * @returns how many payments were found.
 */
export async function sweepPayments(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS)
  const refused = await failRefused(ctx)
  const overdue = await findOverdue(em, { before, limit: SWEPT_AT_ONCE })
  for (const { id } of overdue) await expirePayment(ctx, { paymentId: id })
  const undecided = await findUndecided(em, { limit: SWEPT_AT_ONCE })
  await transaction(ctx, (inner) => judgeAgain(inner, ctx, undecided))
  const unsigned = await findUnsigned(em, { before, limit: SWEPT_AT_ONCE })
  const ids = unsigned.map((payment) => payment.id)
  await transaction(ctx, (inner) => planNextRounds(inner, ctx, ids))
  const returned = await planReturns(ctx)
  const rounds = await findUnsignedRounds(em, { now: ctx.clock.now(), before, limit: SWEPT_AT_ONCE })
  await enqueue(em, ctx, [...unsigned.map(signalPayment), ...rounds.map((payment) => payRound(payment, payment.leg))])
  return refused + overdue.length + unsigned.length + rounds.length + returned
}

/** Starts a run for every payment that has not ended, because all runs were lost. @returns how many there are. */
export async function restartPayments(ctx: Context): Promise<number> {
  let restarted = 0
  for (let after = ''; ;) {
    const em = ctx.orm.em.fork()
    const page: PaymentEntity[] = await findOpen(em, { after, limit: SWEPT_AT_ONCE })
    await enqueue(em, ctx, page.map(restartPayment))
    restarted += page.length
    const last = page.at(-1)
    if (!last || page.length < SWEPT_AT_ONCE) return restarted
    after = last.id
  }
}
