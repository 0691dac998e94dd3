import { capFees, isGasEstimate } from '@gateway/chains/evm/fees/cap-fees'
import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { type DepositTerms, flushGasLimit, maxFlushItems } from '@gateway/chains/evm/flush/deposit-factory'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { signFlush } from '@gateway/chains/evm/flush/sign-flush'
import type { Rail } from '@gateway/chains/rail'
import { lockCompanions } from '@gateway/db/custody/intent-queries'
import type { Em } from '@gateway/db/orm'
import { depositTermsOf } from '../../address-pool/compute-address.ts'
import { type Evaluated, evaluatePayouts } from '../../policy/evaluate-payouts.ts'
import type { PricedSigner } from '../../costs/priced-signer.ts'
import type { WaitingSpend } from '../signed-attempt.ts'
import type { HeldIntents, SignedAttempt } from '../signed-attempt.ts'
import { gasPayerAttempt } from './gas-payer-attempt.ts'
import { takeNonce } from './take-nonce.ts'

/**
 * Flushes a deposit contract, and as many others of the same asset that wait too as fit, in one transaction of the gas payer. Those that the policy does not
 * allow now are omitted.
 *
 * The gas payer only pays gas: each address commits to its recipients, and a commit that does not match its address is skipped. The caller holds the
 * sender lock.
 */
export async function signFlushBatch(
  em: Em,
  ctx: PricedSigner,
  { lead, rail, fees, flushedNow = [] }: WaitingSpend,
): Promise<SignedAttempt | HeldIntents> {
  const { intent } = lead
  if (!isEvmRail(rail) || !isGasEstimate(fees)) return { intent, reason: 'chain_has_no_deposit_contracts' }
  const price = capFees(fees, ctx.gasCaps[rail.chain])
  if (!price) return { intent, reason: 'gas_above_cap' }
  const privateKey = ctx.keys.gasPayerKey(intent.chain)
  const sender = rail.watchKey(ctx.keys.gasPayerAddress(intent.chain))
  const companions = await lockCompanions(em, { lead: intent, most: maxFlushItems(rail.gas) - 1 })
  const judged = await evaluatePayouts(em, ctx, { rail, fees, intents: companions, lead, flushedNow })
  const batch = verifiedBatch(rail, oncePerAddress([lead, ...judged.filter(({ verdict }) => verdict.outcome === 'allow')]))
  if (batch[0]?.permit !== lead) return { intent, reason: 'address_does_not_follow_from_commit' }
  const nonce = await takeNonce(em, ctx, { chain: intent.chain, sender, intentId: intent.id })
  const signed = await signFlush({
    chainId: rail.chainId,
    factory: rail.factory,
    token: rail.tokenOf(intent.asset) ?? null,
    items: batch.map(({ terms }) => terms),
    nonce,
    fees: price,
    gas: flushGasLimit(rail.gas, batch.length),
    privateKey,
  })
  return gasPayerAttempt(
    signed,
    batch.map(({ permit }) => permit),
  )
}

interface BatchItem {
  readonly permit: Evaluated
  readonly terms: DepositTerms
}

/** The first payout of each address: a flush empties the address, and the contract takes each name once. */
const oncePerAddress = (permits: readonly Evaluated[]): Evaluated[] =>
  permits.filter(({ commit }, at) => permits.findIndex((other) => other.commit.id === commit.id) === at)

/** Recomputes every address from its pinned terms and skips mismatches. */
const verifiedBatch = (rail: Rail, permits: readonly Evaluated[]): BatchItem[] =>
  permits.flatMap((permit) => {
    const terms = depositTermsOf(permit.commit)
    return rail.computeDeposit?.(terms).address === permit.commit.address ? [{ permit, terms: toContractTerms(terms) }] : []
  })
