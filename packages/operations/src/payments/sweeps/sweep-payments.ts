import { BEGINNING, type SweptPage } from '@gateway/db/kernel/page'
import { findChangedPayouts, findOpen, findOverdue, findUndecided, findUntaken, type Untaken } from '@gateway/db/payments/sweep-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { failRefusedPayments } from './fail-refused-payments.ts'
import { transaction } from '../../kernel/transaction.ts'
import { reassessPayments } from '../assessment/reassess-payments.ts'
import { restartPayment } from '../lifecycle/workflow-messages.ts'
import { announceUpdates, findUntold } from '../lifecycle/announce-updates.ts'
import { planNextRounds } from '../forwarding/plan-next-rounds.ts'
import { expireRefunds } from '../assisted/expire-refunds.ts'
import { planRefunds } from '../refunds/plan-refunds.ts'

const GRACE_MS = 30_000
const STARTED_AT_ONCE = 500

/**
 * Advances stalled payments: fails those the signer rejected, closes ended windows, plans deposits that are worth a transaction now, tells of
 * payouts that have changed, ends offers of refunds. Rows decide, timers only trigger, so a lost timer, signal or run is harmless. Each sweep continues where the last one stopped.
 *
 * @param limit - Payments that each sweep takes at once.
 * @returns how many payments had stalled: windows still open half a minute after their end.
 */
export async function sweepPayments(ctx: Context, limit?: number): Promise<number> {
  await failRefusedPayments(ctx, limit)
  const expired = await expireOverdue(ctx, limit)
  await judgeUndecided(ctx, limit)
  await planUntaken(ctx, limit)
  await planRefunds(ctx, limit)
  await expireRefunds(ctx, limit)
  await announceChanged(ctx, limit)
  return expired
}

function expireOverdue(ctx: Context, limit: number | undefined): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS)
  const overdue = { name: 'overdue_payments', limit, ...byId } as const
  return sweepEach<PaymentEntity>(
    ctx,
    { ...overdue, read: (page) => findOverdue(ctx.orm.em.fork(), { ...page, before }) },
    async ({ id }) => {
      const { outcome } = await expirePayment(ctx, { paymentId: id })
      return outcome === 'expired'
    },
  )
}

const judgeUndecided = (ctx: Context, limit: number | undefined): Promise<number> =>
  sweepEach<PaymentEntity>(
    ctx,
    { name: 'undecided_payments', limit, read: (page) => findUndecided(ctx.orm.em.fork(), page), ...byId },
    (payment) => transaction(ctx, (em) => reassessPayments(em, ctx, [payment])),
  )

const planUntaken = (ctx: Context, limit: number | undefined): Promise<number> =>
  sweepEach<Untaken>(
    ctx,
    { name: 'untaken_deposits', limit, read: (page) => findUntaken(ctx.orm.em.fork(), page), keyOf: ({ paymentId }) => paymentId, aboutOf },
    async ({ paymentId, isForwardable }) => {
      if (!isForwardable) return
      await transaction(ctx, async (em) => {
        await planNextRounds(em, ctx, [paymentId])
        await announceUpdates(em, ctx, [paymentId])
      })
    },
  )

/** Tells what became of payouts outside the transactions that tell it themselves: those that a reorganisation or a failed transaction left unpaid. */
async function announceChanged(ctx: Context, limit: number | undefined): Promise<void> {
  const read = async (page: SweptPage) => {
    const em = ctx.orm.em.fork()
    const changed = await findChangedPayouts(em, page)
    const untold = new Set(await findUntold(em, changed))
    return changed.map(({ id: paymentId, payoutId }) => ({ paymentId, payoutId, isUntold: untold.has(paymentId) }))
  }
  await sweepEach(
    ctx,
    { name: 'changed_payouts', limit, read, keyOf: ({ payoutId }) => payoutId, aboutOf },
    async ({ paymentId, isUntold }) => {
      if (isUntold) await transaction(ctx, (em) => announceUpdates(em, ctx, [paymentId]))
    },
  )
}

const aboutOf = ({ paymentId }: { readonly paymentId: string }) => ({ paymentId })
const byId = {
  keyOf: ({ id }: { readonly id: string }) => id,
  aboutOf: ({ id }: { readonly id: string }) => ({ paymentId: id }),
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
