import type { Waiting, WaitingList } from '@gateway/contract/portal/operator-waiting'
import { findWaiting, type WaitingKind, type WaitingRow } from '@gateway/db/payments/waiting-queries'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'
import { describeWait } from './describe-wait.ts'

type WaitingContext = Pick<Context, 'orm' | 'clock'> & TemporalUi

const MOST_OF_A_KIND = 100

/** Payouts that are held or stuck, and settlements that the ledger rejects, oldest first. */
export const listWaitingPayouts = (ctx: WaitingContext): Promise<WaitingList> => list(ctx, ['refused', 'unsigned', 'stuck'])

/** Money that no payout has taken, oldest first: late and short deposits, other assets, deposits of failed payments, open refunds. */
export const listHeldMoney = (ctx: WaitingContext): Promise<WaitingList> => list(ctx, ['untaken'])

async function list(ctx: WaitingContext, kinds: readonly WaitingKind[]): Promise<WaitingList> {
  const em = ctx.orm.em.fork()
  const now = ctx.clock.now()
  const waiting: Waiting[] = []
  let total = 0
  for (const kind of kinds) {
    const rows = await findWaiting(em, { kind, most: MOST_OF_A_KIND })
    total += rows[0]?.total ?? 0
    waiting.push(...rows.map((row) => waitingOf(ctx, { kind, row, now })))
  }
  return { waiting: waiting.toSorted((a, b) => a.since.getTime() - b.since.getTime()), total }
}

function waitingOf(ctx: TemporalUi, { kind, row, now }: { kind: WaitingKind; row: WaitingRow; now: Date }): Waiting {
  const { payment: id, state, businessId, businessName, asset, units, reason, since, ref, leg } = row
  const isAwaited = row.isAwaited ?? (kind === 'unsigned' || kind === 'stuck')
  const round = ref === undefined || leg === undefined ? null : { ref, leg }
  return {
    kind,
    subject: 'payment',
    id,
    state,
    businessId,
    businessName,
    asset,
    units: BigInt(units),
    reason,
    since,
    round,
    ...describeWait({ id, reason, since, round, isAwaited }, now),
    temporalUrl: workflowPage(ctx, paymentWorkflowId(id)),
  }
}
