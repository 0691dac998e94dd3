import { NO_PROOF } from '@gateway/chains/evm/escrow/encode-settlement'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { showEscrowDecision } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import type { PricedSigner } from '../../costs/priced-signer.ts'
import { addVelocity } from '../../policy/payout-velocity.ts'
import type { WaitingSpend } from '../signed-attempt.ts'
import { decideFor } from './sign-settlement.ts'

/**
 * Signs the decision about an escrow contract, once, and shows it to the parties: its settlement waits for nothing but its cost, and whoever pays that can
 * make it. An outcome that the contract has recorded needs no signature.
 *
 * The signature is the spend, so it counts against the caps like a transaction.
 */
export async function showDecision(em: Em, ctx: PricedSigner, { lead, rail }: Pick<WaitingSpend, 'lead' | 'rail'>): Promise<void> {
  const { intent, commit, at, countedCents } = lead
  const contract = commit.conditions?.contract
  if (!isEvmRail(rail) || !contract || rail.escrows.compute(contract).address !== commit.address) return
  const settlement = await decideFor(ctx, { lead, rail, contract })
  if ('reason' in settlement || settlement.proof === NO_PROOF) return
  const { outcome, proof } = settlement
  if (!(await showEscrowDecision(em, { id: commit.subjectId, decision: { outcome, proof } }))) return
  await addVelocity(em, { asset: intent.asset, at, usdCents: countedCents })
  ctx.log.info({ escrowId: commit.subjectId, outcome }, 'decision shown, its settlement waits for its cost')
}
