import { findEscrow, lockEscrows } from '@gateway/db/escrows/queries'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { isOpenTo } from '@gateway/domain/escrows/actions'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { MerchantActor } from '../../accounts/auth/require-merchant.ts'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'
import { queueDisputeNotices } from './queue-dispute-notices.ts'

interface MerchantDispute {
  readonly id: string
  readonly reason: string
  readonly by: MerchantActor
}

/**
 * Disputes a funded escrow in the name of its beneficiary and emits `escrow.disputed`, for a merchant who is that party without having its token. The
 * caller has checked that. It chooses no outcome, so the signer needs no token for it.
 *
 * @throws {NotFound} {InvalidState} naming the current state.
 */
export async function disputeAsBeneficiary(ctx: ApiContext, { id, reason, by }: MerchantDispute): Promise<EscrowEntity> {
  const said = reason.trim()
  const disputed = await transaction(ctx, async (em) => {
    const [escrow] = await lockEscrows(em, [id])
    if (!escrow) throw new NotFound('escrow')
    if (!isOpenTo('dispute', escrow.state)) return undefined
    escrow.disputeReason = said
    await advanceEscrows(em, ctx, [{ escrow, input: 'dispute', actor: 'beneficiary', details: { reason: said } }])
    await queueDisputeNotices(em, ctx, escrow)
    const details = { businessId: escrow.businessId, reason: said }
    await writeAuditEntry(em, ctx, { actor: `merchant:${by.merchantId}`, action: 'escrow.dispute', subjectId: id, details })
    return escrow
  })
  if (disputed) return disputed
  const current = await findEscrow(ctx.orm.em.fork(), { id })
  throw new InvalidState(current?.state ?? 'unknown', 'dispute the escrow')
}
