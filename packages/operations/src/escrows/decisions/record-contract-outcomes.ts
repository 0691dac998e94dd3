import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { findOutcome, insertSettlement, lockEscrows } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import type { EscrowExit } from '@gateway/domain/escrows/machine'
import type { ContractOutcome } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'

/** Who has decided by a proof that the contract accepted. A signature of ours follows a decision; one without it comes from before a restored backup. */
const actors = {
  signature: 'arbiter',
  release_token: 'depositor',
  deadline: 'system',
  other_chain: 'system',
} as const satisfies Readonly<Record<EscrowExit, EscrowActor>>

/**
 * Takes over what contracts have decided for good: the chain decides. An outcome that nobody has asked for here becomes that of the escrow; one that
 * contradicts the recorded decision changes nothing and is an alarm.
 */
export async function recordContractOutcomes(em: Em, ctx: Context, outcomes: readonly ContractOutcome[]): Promise<void> {
  const escrows = await lockEscrows(
    em,
    outcomes.map(({ id }) => id),
  )
  for (const escrow of escrows) {
    const told = outcomes.find(({ id }) => id === escrow.id)
    if (told) await recordOutcome(em, ctx, { escrow, told })
  }
}

async function recordOutcome(em: Em, ctx: Context, { escrow, told }: { escrow: EscrowEntity; told: ContractOutcome }): Promise<void> {
  if (!(await isFunded(em, ctx, { escrow, told }))) return
  const { id: escrowId, outcome, txId } = told
  const actor = actors[told.exit]
  if (await insertSettlement(em, { escrowId, outcome, actor, evidence: null, at: ctx.clock.now() })) {
    await advanceEscrows(em, ctx, [{ escrow, actor, input: outcome, details: { transaction: txId } }])
    ctx.log.warn({ escrowId, txId, outcome }, 'escrow decided by its contract')
    return
  }
  if ((await findOutcome(em, { escrowId })) !== outcome)
    ctx.log.error({ alarm: 'escrow_outcome_differs', escrowId, txId, outcome }, 'the contract of an escrow has decided otherwise')
}

/**
 * False of an escrow that ended without its amount: what the contract calls a refund has returned a part of it. An outcome can be final before the
 * confirmations of its deposit are counted, and no contract releases less than the amount.
 */
async function isFunded(em: Em, ctx: Context, { escrow, told }: { escrow: EscrowEntity; told: ContractOutcome }): Promise<boolean> {
  const isPaid = told.outcome === 'release' || escrow.depositedUnits >= escrow.amountUnits
  if (escrow.state === 'created' && isPaid) await advanceEscrows(em, ctx, [{ escrow, actor: 'system', input: 'fund' }])
  return escrow.state !== 'created' && escrow.state !== 'expired'
}
