import { signDecision } from '@gateway/chains/evm/escrow/decision'
import { encodeSettle, NO_PROOF, type Settlement, settlementGasLimit } from '@gateway/chains/evm/escrow/encode-settlement'
import { escrowAddress } from '@gateway/chains/evm/escrow/escrow-address'
import { toEscrowTerms } from '@gateway/chains/evm/escrow/escrow-contracts'
import { capFees, isGasEstimate } from '@gateway/chains/evm/fees/cap-fees'
import { signCall } from '@gateway/chains/evm/keys/sign-call'
import { type EvmRail, isEvmRail } from '@gateway/chains/evm/rail'
import type { Em } from '@gateway/db/orm'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import { type ContractTerms, mayRelease } from '@gateway/domain/escrows/contract'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { SignedDecision } from '../../../kernel/address-owners.ts'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'
import type { PricedSigner } from '../../costs/priced-signer.ts'
import type { HeldIntents, SignedAttempt, WaitingSpend } from '../signed-attempt.ts'
import { gasPayerAttempt } from './gas-payer-attempt.ts'
import { takeNonce } from './take-nonce.ts'

/**
 * Settles an escrow contract in a transaction of the gas payer: its outcome, or the return of deposits beside it.
 *
 * The decider's signature is the spend: anybody may use it at any time, so it is made in the transaction that stores the bytes, for an outcome that
 * the policy has proven. What follows a recorded outcome needs no signature, and gets none. The caller holds the sender lock.
 */
export async function signSettlement(em: Em, ctx: PricedSigner, { lead, rail, fees }: WaitingSpend): Promise<SignedAttempt | HeldIntents> {
  const { intent, commit } = lead
  const contract = commit.conditions?.contract
  if (!isEvmRail(rail) || !isGasEstimate(fees) || !contract) return { intent, reason: 'chain_has_no_deposit_contracts' }
  if (rail.escrows.compute(contract).address !== commit.address) return { intent, reason: 'address_does_not_follow_from_commit' }
  const price = capFees(fees, ctx.gasCaps[rail.chain])
  if (!price) return { intent, reason: 'gas_above_cap' }
  const settlement = await decideFor(ctx, { lead, rail, contract })
  if ('reason' in settlement) return { intent, ...settlement }
  const { chain } = intent
  const sender = rail.watchKey(ctx.keys.gasPayerAddress(chain))
  const signed = await signCall({
    chainId: rail.chainId,
    to: rail.escrows.factory,
    data: encodeSettle(settlement),
    nonce: await takeNonce(em, ctx, { chain, sender, intentId: intent.id }),
    fees: price,
    gas: settlementGasLimit(rail.gas, 1),
    privateKey: ctx.keys.gasPayerKey(chain),
  })
  return gasPayerAttempt(signed, [lead])
}

/**
 * Signs the decision about an escrow contract whose settlement waits for nothing but its cost: whoever pays that can make it. An outcome that the contract
 * has recorded needs no signature.
 */
export async function decideSettlement(
  ctx: PricedSigner,
  { lead, rail }: Pick<WaitingSpend, 'lead' | 'rail'>,
): Promise<SignedDecision | undefined> {
  const { conditions, address, subjectId: ref } = lead.commit
  const contract = conditions?.contract
  if (!isEvmRail(rail) || !contract || rail.escrows.compute(contract).address !== address) return undefined
  const settlement = await decideFor(ctx, { lead, rail, contract })
  if ('reason' in settlement || settlement.proof === NO_PROOF) return undefined
  return { ref, decision: { outcome: settlement.outcome, proof: settlement.proof } }
}

interface Deciding {
  readonly lead: Evaluated
  readonly rail: EvmRail
  readonly contract: ContractTerms
}

/** The outcome with its proof. An escrow that ended without one is refunded: only then can its contract give anything back. */
async function decideFor(ctx: PricedSigner, { lead, rail, contract }: Deciding): Promise<Settlement | { readonly reason: HoldReason }> {
  const { recorded, onChain } = lead.facts.outcome ?? {}
  const terms = toEscrowTerms(contract)
  const outcome: EscrowOutcome = onChain ?? recorded ?? 'refund'
  if (onChain) return { terms, outcome, proof: NO_PROOF }
  if (outcome === 'release' && !mayRelease(contract, ctx.clock.now())) return { reason: 'contract_deadline_is_near' }
  const key = ctx.keys.findDeciderKey(rail.chain, contract.decider)
  if (!key) return { reason: 'decider_is_not_ours' }
  const { chainId, escrows } = rail
  const signature = await signDecision({ factory: escrows.factory, chainId, escrow: escrowAddress(escrows.factory, terms), outcome }, key)
  return { terms, outcome, proof: signature }
}
