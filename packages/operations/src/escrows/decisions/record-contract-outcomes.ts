import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { insertSettlement, lockEscrows } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import { escrowMachine, type EscrowExit } from '@gateway/domain/escrows/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { ContractOutcome } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'
import { overruleEscrow } from './overrule-escrow.ts'

/** Who has decided by a proof that the contract accepted. A signature of ours follows a decision; one without it comes from before a restored backup. */
const actorOf = {
  signature: 'arbiter',
  release_token: 'depositor',
  deadline: 'system',
  other_chain: 'system',
} as const satisfies Readonly<Record<EscrowExit, EscrowActor>>

/** An escrow and what its contract has recorded for good. */
interface Recorded {
  readonly escrow: EscrowEntity
  readonly told: ContractOutcome
}

/**
 * Takes over what contracts have decided for good: the chain decides. An outcome that nobody has asked for here becomes that of the escrow; one that
 * contradicts what was decided here overrules it.
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

async function recordOutcome(em: Em, ctx: Context, recorded: Recorded): Promise<void> {
  const { escrow, told } = recorded
  const { outcome, txId } = told
  const actor = actorOf[told.exit]
  await fundIfPaid(em, ctx, recorded)
  if (!findMove(escrowMachine, escrow.state, outcome)) return overruleEscrow(em, ctx, { ...recorded, actor })
  await insertSettlement(em, { escrowId: escrow.id, outcome, actor, evidence: null, at: ctx.clock.now() })
  await advanceEscrows(em, ctx, [{ escrow, actor, input: outcome, details: { transaction: txId } }])
  ctx.log.warn({ escrowId: escrow.id, txId, outcome }, 'escrow decided by its contract')
}

/**
 * An outcome can be final before the confirmations of its deposit are counted, and no contract releases less than the amount. What a contract calls a
 * refund of less has returned a part of it.
 */
async function fundIfPaid(em: Em, ctx: Context, { escrow, told }: Recorded): Promise<void> {
  const isPaid = told.outcome === 'release' || escrow.depositedUnits >= escrow.amountUnits
  if (escrow.state === 'created' && isPaid) await advanceEscrows(em, ctx, [{ escrow, actor: 'system', input: 'fund' }])
}
