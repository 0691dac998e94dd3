import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { insertSettlement, lockEscrows } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import type { EscrowAdvanced } from '@gateway/workflows/escrows/signals'
import { readProgress } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { fundingDeposits } from '../funding/needed-deposits.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'
import { advancedOf } from '../lifecycle/workflow-messages.ts'
import { planPayouts } from '../settlement/plan-payouts.ts'

/**
 * Ends a wait of an escrow that is due, and plans its payouts. The row decides, not the timer: nothing expires before its chain has been read up to
 * the deadline, and an amount that is there and not final yet is waited for, unless it came in too many parts to be paid out.
 *
 * @returns the state of the row.
 * @throws {NotFound}
 */
export async function advanceDue(ctx: Context, { escrowId }: { escrowId: string }): Promise<EscrowAdvanced> {
  return transaction(ctx, async (em) => {
    const [escrow] = await lockEscrows(em, [escrowId])
    if (!escrow) throw new NotFound('escrow')
    if (escrow.deadlineAt && escrow.deadlineAt <= ctx.clock.now()) await passDeadline(em, ctx, escrow)
    await planPayouts(em, ctx, { escrow, deposits: await readDeposits(em, 'escrow', [escrowId]) })
    return advancedOf(escrow)
  })
}

async function passDeadline(em: Em, ctx: Context, escrow: EscrowEntity): Promise<void> {
  if (escrow.state === 'created') return expire(em, ctx, escrow)
  if (escrow.depositorAddress === null) return awaitDepositor(em, ctx, escrow)
  const { id: escrowId } = escrow
  const settlement = { escrowId, outcome: 'refund', actor: 'system', evidence: null, at: ctx.clock.now() } as const
  if (!(await insertSettlement(em, settlement))) return
  await advanceEscrows(em, ctx, [{ escrow, actor: 'system', input: 'refund' }])
}

/** Nobody knows where a refund would go: from now on the escrow waits for its parties alone, until the depositor names an address. */
async function awaitDepositor(em: Em, ctx: Context, escrow: EscrowEntity): Promise<void> {
  escrow.deadlineAt = null
  await advanceEscrows(em, ctx, [{ escrow, actor: 'system' }])
}

async function expire(em: Em, ctx: Context, escrow: EscrowEntity): Promise<void> {
  const progress = await readProgress(em, escrow.chain)
  const isKnown = progress?.knownUntil && progress.knownUntil >= escrow.expiresAt
  const deposits = await readDeposits(em, 'escrow', [escrow.id])
  const mayCome = deposits.filter(({ asset, state, dead }) => asset === escrow.asset && state !== 'gone' && !dead)
  if (!isKnown || fundingDeposits(ctx.rails.get(escrow.chain), escrow, mayCome)) return
  await advanceEscrows(em, ctx, [{ escrow, actor: 'system', input: 'expire' }])
}
