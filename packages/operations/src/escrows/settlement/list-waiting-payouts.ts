import type { Waiting } from '@gateway/contract/portal/operator-waiting'
import { findWaitingEscrowPayouts } from '@gateway/db/escrows/waiting-queries'
import { purposes, type SpendPurpose } from '@gateway/domain/custody/purposes'
import { escrowWorkflowId } from '@gateway/workflows/escrows/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'
import { describeWait } from '../../payments/summary/describe-wait.ts'

/** Money of an escrow that waits; `purpose` says which way it goes. */
export type WaitingPayout = Waiting & { readonly purpose: string }

const isAwaited = ({ purpose, reason }: { purpose: SpendPurpose | 'escrow_deposit'; reason: string }): boolean =>
  purpose !== 'escrow_deposit' && (purposes[purpose].isAwaited || reason !== 'below_cost_of_forwarding')

/** Every payout of an escrow that waits, and every transfer to one that its balance does not prove, with its reason, oldest first. */
export async function listWaitingPayouts(ctx: Pick<Context, 'orm' | 'clock'> & TemporalUi): Promise<WaitingPayout[]> {
  const rows = await findWaitingEscrowPayouts(ctx.orm.em.fork())
  const now = ctx.clock.now()
  return rows.map(({ escrow: id, round: leg, units, ...row }) => {
    const round = leg === null ? null : { ref: id, leg }
    const described = describeWait({ id, round, reason: row.reason, since: row.since, isAwaited: isAwaited(row) }, now)
    return {
      ...row,
      subject: 'escrow',
      id,
      units: BigInt(units),
      round,
      ...described,
      temporalUrl: workflowPage(ctx, escrowWorkflowId(id)),
    }
  })
}
