import { virtualSize } from '@gateway/chains/bitcoin/transaction'
import { toContractTerms } from '@gateway/chains/evm/compute-deposit'
import type { GasPrice } from '@gateway/chains/evm/cap-fees'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { raiseFees } from '@gateway/chains/evm/raise-fees'
import { openOwnFlush, type OwnFlush } from '@gateway/chains/evm/replace-flush'
import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import { holdsUpOthers } from '@gateway/db/custody/attempt-queries'
import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { HoldReason } from '@gateway/domain/custody/hold'
import { depositTermsOf } from './deposit-terms.ts'
import { type Candidates, type Judged, judgePayouts } from './judge-payouts.ts'
import type { JudgingContext } from './judging-context.ts'
import type { Decided } from './policy-decisions.ts'
import { signPoolSpend } from './sign-pool-spend.ts'
import { decidedOf, findCurrentFees, type SignedAttempt } from './sign-waiting.ts'
import type { SignerContext } from './signer-context.ts'

/** A transaction that blocks leave out, all that exclude each other with it, and the payouts of its lead. */
export interface Stuck {
  readonly rail: Rail
  readonly live: SpendAttemptEntity
  readonly earlier: readonly SpendAttemptEntity[]
  readonly intents: readonly SpendIntentEntity[]
}

/** What replaces it, the payouts of its lead that it pays no more, and what was decided on the way. */
export interface Replacement {
  readonly signed: SignedAttempt
  readonly leftOut: readonly string[]
  readonly decided: readonly Decided[]
}

interface Refused {
  readonly reason: HoldReason
}

/**
 * Signs a transaction again: same inputs or nonce, same recipients, higher fees; or says why it cannot be.
 *
 * The policy is asked as before a first signature; only what leaves was counted then. A batch is signed without those that may not leave now, so that
 * none of them keeps back the others and whatever waits behind their nonce. They stay with its lead, and nothing else is signed for them, until one of
 * its transactions is final: any of those that exclude each other may be the one that is mined.
 */
export async function signAgain(em: Em, ctx: JudgingContext, stuck: Stuck): Promise<Replacement | Refused> {
  const { rail, intents } = stuck
  const fees = await findCurrentFees(em, ctx, rail.chain)
  const flush = await openStuckFlush(ctx, stuck)
  const price = flush && fees?.family === 'account' ? raiseFees(flush.fees, fees, ctx.gasCaps) : undefined
  const judged = await judgeAgain(em, ctx, { stuck, fees, signedFees: mostOf(price) ?? fees })
  const permits = judged.filter(({ verdict }) => verdict.outcome === 'allow')
  if (!fees || permits.length === 0) return { reason: reasonOf(judged) }
  const permitted = { ...stuck, judged, permits }
  const signed = await (fees.family === 'utxo' ? spendAgain(em, ctx, { ...permitted, fees }) : flushAgain({ ...permitted, flush, price }))
  if ('reason' in signed) return signed
  // An address is flushed whole, so all rounds of its payment travel with it.
  const paid = new Set(signed.permits.map(({ intent }) => intent.ref))
  const leftOut = intents.filter((intent) => isOnItsWay(intent) && !paid.has(intent.ref))
  const left = judged.filter(({ intent }) => leftOut.includes(intent))
  return {
    signed,
    leftOut: leftOut.map(({ id }) => id),
    decided: [...left.flatMap(refusedOf), ...signed.permits.map((permit) => decidedOf(permit, { ...signed, replaces: stuck.live.handle }))],
  }
}

/** A stuck transaction, and at what price it would be signed again. */
interface PricedAgain extends Pick<Candidates, 'fees' | 'signedFees'> {
  readonly stuck: Stuck
}

/**
 * Asks the policy about payouts that travel in a stuck transaction. Where none of them is worth the gas any more it is left as it is: its bytes are sent
 * on and go through when gas falls. Only while a later nonce waits for theirs is the most valuable one let go alone, which costs the gas of one flush.
 */
async function judgeAgain(em: Em, ctx: JudgingContext, { stuck, ...at }: PricedAgain): Promise<Judged[]> {
  const { rail, live, intents } = stuck
  const candidates: Candidates = { ...at, rail, intents, areCounted: true }
  const judged = await judgePayouts(em, ctx, candidates)
  const isAllowed = ({ verdict }: Judged): boolean => verdict.outcome === 'allow'
  const [dearest] = judged.filter(isNotWorthIt).toSorted((a, b) => (a.intent.units < b.intent.units ? 1 : -1))
  if (rail.family !== 'account' || !dearest || judged.some(isAllowed) || !(await holdsUpOthers(em, live))) return judged
  const freed = await judgePayouts(em, ctx, { ...candidates, intents: [dearest.intent], freesNonce: true })
  return [...freed, ...judged.filter((one) => one !== dearest)]
}

const isNotWorthIt = ({ verdict }: Judged): boolean =>
  verdict.reason === 'below_cost_of_forwarding' || verdict.reason === 'no_current_price'

const isOnItsWay = ({ state }: SpendIntentEntity): boolean => state === 'signed' || state === 'broadcast'

/** Why the first of them that may not leave may not; none was pinned where nothing else is said. */
function reasonOf(judged: readonly Judged[]): HoldReason {
  for (const { verdict } of judged) if (verdict.outcome !== 'allow') return verdict.reason
  return 'unpinned'
}

const refusedOf = ({ intent, verdict }: Judged): Decided[] =>
  verdict.outcome === 'allow' ? [] : [{ intent, verdict, facts: { reason: verdict.reason, units: String(intent.units) } }]

type Permitted<Family> = Stuck & {
  readonly fees: FeeEstimate & { readonly family: Family }
  readonly judged: readonly Judged[]
  readonly permits: readonly Judged[]
}

async function spendAgain(
  em: Em,
  ctx: SignerContext,
  { rail, live, earlier, intents, permits, fees }: Permitted<'utxo'>,
): Promise<SignedAttempt | Refused> {
  const [lead] = permits
  if (!lead || intents.length > 1) return { reason: 'source_is_no_pool_address' }
  const { binds, takenBackUnits } = live
  const paid = earlier.map(({ feeUnits, raw }) => ({ feeUnits: feeUnits ?? 0n, vsize: virtualSize(raw) }))
  return signPoolSpend(em, ctx, { lead, rail, fees, earlier: { binds, takenBackUnits, paid } })
}

/** Earlier prices only grew, so the newest transaction has the highest; and it pays nothing that an earlier one does not. */
async function openStuckFlush(ctx: SignerContext, { rail, earlier }: Stuck): Promise<OwnFlush | undefined> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return undefined
  const { chainId, factory } = rail
  return openOwnFlush({ raw: newest.raw, chainId, factory, privateKey: ctx.keys.relayerKey(rail.chain) })
}

/** A price as an estimate of the same: what is signed with it costs no more, whatever gas costs then. */
const mostOf = (price: GasPrice | undefined): FeeEstimate | undefined =>
  price && { family: 'account', baseFeeWei: 0n, priorityFeeWei: price.maxFeePerGas }

interface FlushAgain extends Pick<Permitted<'account'>, 'rail' | 'judged' | 'permits'> {
  readonly flush: OwnFlush | undefined
  readonly price: GasPrice | undefined
}

async function flushAgain({ rail, judged, permits, flush, price }: FlushAgain): Promise<SignedAttempt | Refused> {
  if (!isEvmRail(rail)) return { reason: 'chain_has_no_deposit_contracts' }
  if (!flush) return { reason: 'stored_bytes_are_not_ours' }
  const permitOf = new Map(permits.map((permit) => [toContractTerms(depositTermsOf(permit.commit)).id, permit]))
  const items = flush.items.filter(({ id }) => permitOf.has(id))
  if (items.length === 0) return { reason: reasonOf(judged) }
  if (!price) return { reason: 'gas_above_cap' }
  const { raw, txId, binds } = await flush.sign(price, items)
  const travelling = items.flatMap(({ id }) => permitOf.get(id) ?? [])
  return { permits: travelling, raw, txId, binds, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
}
