import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { insertSettlement } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import { escrowMachine, type EscrowOutcome, type EscrowState } from '@gateway/domain/escrows/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import { voidLegs } from '../../custody/payouts/void-legs.ts'
import type { ContractOutcome } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'

/** The outcome that agrees with an end here; an escrow that expired gives its deposits back. */
const agreeing: Readonly<Partial<Record<EscrowState, EscrowOutcome>>> = {
  released: 'release',
  settled: 'release',
  refunded: 'refund',
  expired: 'refund',
}

/** An escrow that has ended here, what its contract has recorded for good, and by whose proof. */
interface Overruling {
  readonly escrow: EscrowEntity
  readonly told: ContractOutcome
  readonly actor: EscrowActor
}

/**
 * Makes an escrow that has ended otherwise here follow its contract: it moves to the contract's outcome, with the event and the entry of its history that
 * follow those of the first decision, and the payouts of that decision are void. The row `settlement` keeps what was decided here.
 */
export async function overruleEscrow(em: Em, ctx: Context, { escrow, told, actor }: Overruling): Promise<void> {
  const { id: escrowId, outcome, txId } = told
  const decided = agreeing[escrow.state]
  if (decided === undefined || decided === outcome) return
  if (!findMove(escrowMachine, escrow.state, 'overrule'))
    return ctx.log.error(
      { alarm: 'escrow_outcome_differs', escrowId, txId, outcome },
      'the contract of a paid escrow has decided otherwise',
    )
  // It has a row already unless it expired, which nobody decides.
  await insertSettlement(em, { escrowId, outcome, actor, evidence: null, at: ctx.clock.now() })
  forgetDecision(escrow, ctx.clock.now())
  await advanceEscrows(em, ctx, [{ escrow, actor, input: 'overrule', details: { transaction: txId, overruled: decided } }])
  await voidLegs(em, ctx, { purpose: `escrow_${decided}`, ref: escrowId, shownBy: txId })
  ctx.log.warn({ escrowId, txId, outcome }, 'escrow overruled by its contract')
}

/** Its history keeps what was decided; a contract releases nothing without the whole amount, so one that was released had been funded. */
function forgetDecision(escrow: EscrowEntity, now: Date): void {
  Object.assign(escrow, {
    releasedAt: null,
    refundedAt: null,
    disputeResolution: null,
    settlementTxId: null,
    fundedAt: escrow.fundedAt ?? now,
  } satisfies Partial<EscrowEntity>)
}
