import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { listDisputed } from '@gateway/db/escrows/queries'
import { approvalsOfDispute } from '@gateway/domain/escrows/escrow'
import { readApprovers } from '../../custody/approvals/read-approvers.ts'
import type { Context } from '../../kernel/context.ts'

/** A disputed escrow, and how far its decision is. */
export interface Dispute {
  readonly escrow: EscrowEntity
  /** Approvals that a decision of it takes. */
  readonly needed: number
  /** Operators who have approved each outcome. */
  readonly approvedBy: Readonly<Record<'release' | 'refund', readonly string[]>>
}

const MOST = 200

/** The disputes that wait for a decision, the longest first. */
export async function listDisputes(ctx: Pick<Context, 'orm'>): Promise<Dispute[]> {
  const em = ctx.orm.em.fork()
  const escrows = await listDisputed(em, { limit: MOST })
  const subjects = escrows.map(({ id }) => id)
  const releasing = await readApprovers(em, { kind: 'escrow_release', subjects })
  const refunding = await readApprovers(em, { kind: 'escrow_refund', subjects })
  return escrows.map((escrow) => ({
    escrow,
    needed: approvalsOfDispute(escrow.usdCents),
    approvedBy: { release: releasing(escrow.id), refund: refunding(escrow.id) },
  }))
}
