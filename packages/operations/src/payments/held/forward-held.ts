import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decision, lockForDecision, nameOf } from '../authorize-decision.ts'
import { endOpenRefund } from '../refunds/shared/end-refund.ts'
import { announceUpdates } from '../lifecycle/announce-updates.ts'
import { refreshSplits } from '../forwarding/refresh-split.ts'
import { findForwardable } from './find-forwardable.ts'

/**
 * Forwards held funds that belong nowhere, less the normal fee: another asset than requested, or deposits of a payment that has failed or was
 * refunded (ledger L15, then L2). The payment's state does not change; an open refund offer is withdrawn. A round below its network cost stays held.
 *
 * @returns the forwarded assets.
 *
 * @throws {NotFound} also when it is another merchant's.
 * @throws {InvalidState} when no held funds await a decision, none is worth a transaction, or the round before is not final.
 */
export const forwardHeld = (ctx: Context, decision: Decision): Promise<AssetCode[]> =>
  transaction(ctx, (em) => forwardWithin(em, ctx, decision))

/** The same in the caller's transaction. */
export async function forwardWithin(em: Em, ctx: Context, decision: Decision): Promise<AssetCode[]> {
  const payment = await lockForDecision(em, decision)
  const { spends, problem } = await findForwardable(em, ctx, payment)
  if (problem !== undefined) throw new InvalidState(payment.state, problem)
  await planIntents(em, ctx, spends)
  await refreshSplits(em, [payment])
  const details = Object.fromEntries(spends.map(({ holding, deposits }) => [holding.asset, String(sumUnits(deposits))]))
  if (spends.some(({ holding }) => holding.asset === payment.asset))
    await endOpenRefund(em, ctx, { of: { paymentId: payment.id }, by: nameOf(decision.by), reason: 'money_was_forwarded' })
  await writeAuditEntry(em, ctx, { actor: nameOf(decision.by), action: 'payment.forward_held', subjectId: payment.id, details })
  await announceUpdates(em, ctx, [payment.id])
  return spends.map(({ holding }) => holding.asset)
}
