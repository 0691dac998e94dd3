import { findDueInvoices, findOpenInvoices, findUnplannedInvoices } from '@gateway/db/invoices/money/sweep-queries'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { Context } from '../../kernel/context.ts'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { planNextRounds } from '../deposits/plan-rounds.ts'
import { planInvoiceRefunds } from '../held/plan-refunds.ts'
import { passDue } from './pass-due.ts'
import { restartInvoice } from '../lifecycle/workflow-messages.ts'

const MAX_INVOICES = 200
const GRACE_MS = 30_000
const STARTED_AT_ONCE = 500

/**
 * Moves on invoices that have stalled: those whose due day has ended unnoticed, those with credited money that no round of forwarding has, and refunds whose hold is over. Rows decide,
 * timers only trigger, so a lost timer, signal or run is harmless.
 *
 * @returns how many had stalled: due days that ended half a minute ago.
 */
export async function sweepInvoices(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS)
  const due: Sweep<string> = {
    name: 'due_invoices',
    limit: MAX_INVOICES,
    read: (page) => findDueInvoices(em, { ...page, before }),
    ...byId,
  }
  const stalled = await sweepEach(ctx, due, (invoiceId) => passDue(ctx, { invoiceId }).then(() => true))
  const unplanned: Sweep<string> = { name: 'unplanned_invoices', read: (page) => findUnplannedInvoices(em, page), ...byId }
  await sweepEach(ctx, unplanned, (invoiceId) => transaction(ctx, (inner) => planNextRounds(inner, ctx, [invoiceId])).then(() => true))
  await planInvoiceRefunds(ctx)
  return stalled
}

const byId = { keyOf: (id: string) => id, aboutOf: (invoiceId: string) => ({ invoiceId }) }

/** Starts a run for every invoice that has something to come, because all runs were lost. @returns how many there are. */
export async function restartInvoices(ctx: Context): Promise<number> {
  let restarted = 0
  for (let after = BEGINNING; ;) {
    const em = ctx.orm.em.fork()
    const page = await findOpenInvoices(em, { after, limit: STARTED_AT_ONCE })
    await enqueue(em, ctx, page.map(restartInvoice))
    restarted += page.length
    const last = page.at(-1)
    if (!last || page.length < STARTED_AT_ONCE) return restarted
    after = last.id
  }
}
