import type { Waiting, WaitingList } from '@gateway/contract/portal/operator-waiting'
import { findWaitingInvoices, type WaitingInvoiceList, type WaitingInvoiceRow } from '@gateway/db/invoices/money/waiting-queries'
import { purposes } from '@gateway/domain/custody/purposes'
import { invoiceWorkflowId } from '@gateway/workflows/invoices/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'
import { describeWait } from '../../payments/summary/describe-wait.ts'

type WaitingContext = Pick<Context, 'orm' | 'clock'> & TemporalUi

const MOST = 100

/** Payouts of invoices that are held or stuck, and settlements that the ledger rejects, oldest first. */
export const listWaitingPayouts = (ctx: WaitingContext): Promise<WaitingList> => list(ctx, 'payouts')

/** Money of invoices that no payout has taken, oldest first. */
export const listHeldMoney = (ctx: WaitingContext): Promise<WaitingList> => list(ctx, 'held')

async function list(ctx: WaitingContext, which: WaitingInvoiceList): Promise<WaitingList> {
  const now = ctx.clock.now()
  const rows = await findWaitingInvoices(ctx.orm.em.fork(), { list: which, most: MOST, now })
  return { waiting: rows.map((row) => waitingOf(ctx, row, now)), total: rows[0]?.total ?? 0 }
}

function waitingOf(ctx: TemporalUi, { invoice: id, ref, leg, purpose, ...row }: WaitingInvoiceRow, now: Date): Waiting {
  const { kind, state, businessId, businessName, asset, units, reason, since } = row
  const round = ref === null || leg === null ? null : { ref, leg }
  const isAwaited = purpose !== null && purposes[purpose].isAwaited
  const described = describeWait({ id, reason, since, round, isAwaited }, now)
  const ending = decidedByMerchant.has(reason.split(' ')[0] ?? '') ? ({ ending: 'decision', commands: [] } as const) : {}
  const temporalUrl = workflowPage(ctx, invoiceWorkflowId(id))
  return {
    kind,
    subject: 'invoice',
    id,
    state,
    businessId,
    businessName,
    asset,
    units,
    reason,
    since,
    round,
    ...described,
    ...ending,
    temporalUrl,
  }
}

/** What of an invoice its merchant alone decides about: operators have no command for it. */
const decidedByMerchant: ReadonlySet<string> = new Set(['late', 'wrong_asset', 'offered_back_until', 'goes_back_from'])
