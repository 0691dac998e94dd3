import { insertSettlement, lockEscrows } from '@gateway/db/escrows/queries'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Em } from '@gateway/db/orm'
import { APPROVALS } from '@gateway/domain/custody/approval'
import { approvalsOfDispute } from '@gateway/domain/escrows/escrow'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { ApprovedDecision } from '../../custody/approvals/approve.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'

/** The decision of a dispute. */
interface Ruling {
  readonly escrowId: string
  readonly outcome: EscrowOutcome
  /** What both parties are told. */
  readonly resolution: string
}

/**
 * Decides a disputed escrow: whole, to one party. One operator does, from 10 000 USD on two; the signer counts their approvals for itself.
 */
export const disputeApprovalOf = (ruling: Ruling): ApprovedDecision => ({
  kind: `escrow_${ruling.outcome}`,
  action: 'escrow.decide',
  async find(em) {
    const escrow = await lockDisputed(em, ruling)
    const terms = { units: String(escrow.amountUnits) }
    return { subject: escrow.id, terms, subjectId: escrow.id, details: { outcome: ruling.outcome, ...terms }, needed: neededFor(escrow) }
  },
  carryOut: async (em, ctx) => carryOut(em, ctx, ruling),
})

async function lockDisputed(em: Em, { escrowId, outcome }: Ruling): Promise<EscrowEntity> {
  const [escrow] = await lockEscrows(em, [escrowId])
  if (!escrow) throw new NotFound('escrow')
  if (escrow.state !== 'disputed') throw new InvalidState(escrow.state, `decide a dispute for a ${outcome}`)
  return escrow
}

const neededFor = ({ usdCents }: EscrowEntity): number => Math.min(APPROVALS, approvalsOfDispute(usdCents))

async function carryOut(em: Em, ctx: Context, ruling: Ruling): Promise<void> {
  const { escrowId, outcome, resolution } = ruling
  const escrow = await lockDisputed(em, ruling)
  const settlement = { escrowId, outcome, actor: 'arbiter', evidence: null, at: ctx.clock.now() } as const
  if (!(await insertSettlement(em, settlement))) throw new InvalidState(escrow.state, 'decide it a second time')
  escrow.disputeResolution = resolution
  await advanceEscrows(em, ctx, [{ escrow, actor: 'arbiter', input: outcome, resolution: { outcome, resolution } }])
}
