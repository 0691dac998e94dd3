import { type FeeRate, isFeeRate } from '@gateway/chains/bitcoin/rail'
import { virtualSize } from '@gateway/chains/bitcoin/transaction'
import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { type GasPrice, isGasEstimate } from '@gateway/chains/evm/fees/cap-fees'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { raiseFees } from '@gateway/chains/evm/fees/raise-fees'
import { openOwnFlush, type OwnFlush } from '@gateway/chains/evm/flush/replace-flush'
import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import { holdsUpOthers } from '@gateway/db/custody/attempt-queries'
import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import { isWorthForwarding } from '@gateway/domain/custody/rules'
import { sumUnits } from '@gateway/domain/money/units'
import { depositTermsOf } from '../signing/deposit-terms.ts'
import { type Candidates, type Evaluated, evaluatePayouts } from '../policy/evaluate-payouts.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import type { Decided } from '../policy/decision-log.ts'
import { signUtxoSpend } from '../signing/sign-utxo-spend.ts'
import { decidedOf, findCurrentFees } from '../signing/sign-payouts.ts'
import type { SignedAttempt } from '../signing/signed-attempt.ts'
import type { SignerContext } from '../signer-context.ts'

/** An unmined transaction, its mutually exclusive attempts, and the payouts of its lead. */
export interface StuckAttempt {
  readonly rail: Rail
  readonly live: SpendAttemptEntity
  readonly earlier: readonly SpendAttemptEntity[]
  readonly intents: readonly SpendIntentEntity[]
}

/** The replacement and its policy decisions. */
export interface Replacement {
  readonly signed: SignedAttempt
  readonly decided: readonly Decided[]
}

interface Refused {
  readonly reason: HoldReason
}

/**
 * Signs a fee bump: same inputs or nonce, same recipients, higher fees; or returns the reason it cannot.
 *
 * The policy is evaluated as before the first signature, but velocity is not counted again. A batch is replaced whole, so that either transaction
 * pays every open payout. A payout that a third party has flushed meanwhile does not block the others.
 */
export async function signReplacement(em: Em, ctx: PricedSigner, stuck: StuckAttempt): Promise<Replacement | Refused> {
  const { rail } = stuck
  const fees = await findCurrentFees(em, ctx, rail.chain)
  const flush = await openStuckFlush(ctx, stuck)
  const price = flush && fees && isGasEstimate(fees) ? raiseFees(flush.fees, fees, ctx.gasCaps[rail.chain]) : undefined
  const judged = await judgeAgain(em, ctx, { stuck, fees, signedFees: mostOf(price) ?? fees })
  const permits = judged.filter(isAllowed)
  const isWhole = judged.every((one) => isAllowed(one) || !isSentPayout(one))
  if (!fees || permits.length === 0 || !isWhole) return { reason: reasonOf(judged) }
  const permitted = { ...stuck, permits }
  const signed = await (isFeeRate(fees) ? spendAgain(em, ctx, { ...permitted, fees }) : flushAgain({ ...permitted, flush, price }))
  if ('reason' in signed) return signed
  return { signed, decided: signed.permits.map((permit) => decidedOf(permit, { ...signed, replaces: stuck.live.handle })) }
}

/** An unmined transaction and the price of its replacement. */
interface PricedAgain extends Pick<Candidates, 'fees' | 'signedFees'> {
  readonly stuck: StuckAttempt
}

/**
 * Evaluates the policy for the payouts of an unmined transaction. If together they are no longer worth the gas, it is not replaced and confirms
 * when gas falls. If a later nonce waits for it, it may be replaced at any price within the caps.
 */
async function judgeAgain(em: Em, ctx: PricedSigner, { stuck, ...at }: PricedAgain): Promise<Evaluated[]> {
  const { rail, live, intents } = stuck
  const candidates: Candidates = { ...at, rail, intents, areCounted: true }
  const judged = await evaluatePayouts(em, ctx, candidates)
  if (rail.ordering !== 'sender_sequence' || !judged.some(isNotWorthIt)) return judged
  const leavesAnyway = areWorthIt(judged.filter(isSentPayout)) || (await holdsUpOthers(em, live))
  return leavesAnyway ? evaluatePayouts(em, ctx, { ...candidates, freesNonce: true }) : judged
}

/** Whether the rounds of a batch are worth its gas together. */
function areWorthIt(judged: readonly Evaluated[]): boolean {
  const rounds = judged.flatMap(({ facts: { round } }) => round ?? [])
  const costs = rounds.flatMap(({ costUnits }) => costUnits ?? [])
  const [first] = rounds
  if (!first || costs.length < rounds.length) return false
  return isWorthForwarding({ units: sumUnits(rounds), costUnits: costs.reduce((sum, units) => sum + units, 0n) }, first.costMultiple)
}

const isAllowed = ({ verdict }: Evaluated): boolean => verdict.outcome === 'allow'

const isNotWorthIt = ({ verdict }: Evaluated): boolean =>
  verdict.reason === 'below_cost_of_forwarding' || verdict.reason === 'no_current_price'

const isSentPayout = ({ intent: { state } }: Evaluated): boolean => state === 'signed' || state === 'broadcast'

/** The refusal of the first payout that may not leave; without a verdict it is unpinned. */
function reasonOf(judged: readonly Evaluated[]): HoldReason {
  for (const { verdict } of [...judged.filter(isSentPayout), ...judged]) if (verdict.outcome !== 'allow') return verdict.reason
  return 'unpinned'
}

interface SpendAgain extends StuckAttempt {
  readonly fees: FeeRate
  readonly permits: readonly Evaluated[]
}

async function spendAgain(
  em: Em,
  ctx: SignerContext,
  { rail, live, earlier, intents, permits, fees }: SpendAgain,
): Promise<SignedAttempt | Refused> {
  const [lead] = permits
  if (!lead || intents.length > 1) return { reason: 'source_is_no_pool_address' }
  const { binds, takenBackUnits } = live
  const paid = earlier.map(({ feeUnits, raw }) => ({ feeUnits: feeUnits ?? 0n, vsize: virtualSize(raw) }))
  return signUtxoSpend(em, ctx, { lead, rail, fees, earlier: { binds, takenBackUnits, paid } })
}

/** Prices only rise, so the newest transaction has the highest; and it pays nothing that an earlier one does not. */
async function openStuckFlush(ctx: SignerContext, { rail, earlier }: StuckAttempt): Promise<OwnFlush | undefined> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return undefined
  const { chainId, factory } = rail
  return openOwnFlush({ raw: newest.raw, chainId, factory, privateKey: ctx.keys.gasPayerKey(rail.chain) })
}

/** The transaction's own price as a fee estimate, which bounds its cost at any gas price. */
const mostOf = (price: GasPrice | undefined): FeeEstimate | undefined =>
  price && { family: 'account', baseFeeWei: 0n, priorityFeeWei: price.maxFeePerGas }

interface FlushAgain extends Pick<SpendAgain, 'rail' | 'permits'> {
  readonly flush: OwnFlush | undefined
  readonly price: GasPrice | undefined
}

async function flushAgain({ rail, permits, flush, price }: FlushAgain): Promise<SignedAttempt | Refused> {
  if (rail.addressing !== 'create2') return { reason: 'chain_has_no_deposit_contracts' }
  if (!flush) return { reason: 'stored_bytes_are_not_ours' }
  const permitOf = new Map(permits.map((permit) => [toContractTerms(depositTermsOf(permit.commit)).id, permit]))
  const items = flush.items.filter(({ id }) => permitOf.has(id))
  if (items.length === 0) return { reason: 'stored_bytes_are_not_ours' }
  if (!price) return { reason: 'gas_above_cap' }
  const { raw, txId, binds } = await flush.sign(price, items)
  const travelling = items.flatMap(({ id }) => permitOf.get(id) ?? [])
  return { permits: travelling, raw, txId, binds, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
}
