import { virtualSize } from '@gateway/chains/bitcoin/transaction'
import { toContractTerms } from '@gateway/chains/evm/compute-deposit'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { raiseFees } from '@gateway/chains/evm/raise-fees'
import { openOwnFlush } from '@gateway/chains/evm/replace-flush'
import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { HoldReason } from '@gateway/domain/custody/hold'
import { depositTermsOf } from './deposit-terms.ts'
import { type Judged, judgePayouts } from './judge-payouts.ts'
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
export async function signAgain(em: Em, ctx: SignerContext, stuck: Stuck): Promise<Replacement | Refused> {
  const { rail, intents } = stuck
  const fees = await findCurrentFees(em, ctx, rail.chain)
  const judged = await judgePayouts(em, ctx, { rail, fees, intents, areCounted: true })
  const permits = judged.filter(({ verdict }) => verdict.outcome === 'allow')
  if (!fees || permits.length === 0) return { reason: reasonOf(judged) }
  const permitted = { ...stuck, judged, permits }
  const signed = await (fees.family === 'utxo' ? spendAgain(em, ctx, { ...permitted, fees }) : flushAgain(ctx, { ...permitted, fees }))
  if ('reason' in signed) return signed
  // An address is flushed whole, so all rounds of its payment travel with it.
  const paid = new Set(signed.permits.map(({ intent }) => intent.ref))
  const leftOut = intents.filter((intent) => isOnItsWay(intent) && !paid.has(intent.ref))
  const left = judged.filter(({ intent }) => leftOut.includes(intent))
  return {
    signed,
    leftOut: leftOut.map(({ id }) => id),
    decided: [...left.flatMap(refusedOf), ...signed.permits.map((permit) => decidedOf(permit, signed))],
  }
}

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
async function flushAgain(
  ctx: SignerContext,
  { rail, earlier, judged, permits, fees }: Permitted<'account'>,
): Promise<SignedAttempt | Refused> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return { reason: 'chain_has_no_deposit_contracts' }
  const { chainId, factory } = rail
  const own = await openOwnFlush({ raw: newest.raw, chainId, factory, privateKey: ctx.keys.relayerKey(rail.chain) })
  if (!own) return { reason: 'stored_bytes_are_not_ours' }
  const permitOf = new Map(permits.map((permit) => [toContractTerms(depositTermsOf(permit.commit)).id, permit]))
  const items = own.items.filter(({ id }) => permitOf.has(id))
  if (items.length === 0) return { reason: reasonOf(judged) }
  const price = raiseFees(own.fees, fees, ctx.gasCaps)
  if (!price) return { reason: 'gas_above_cap' }
  const { raw, txId, binds } = await own.sign(price, items)
  const travelling = items.flatMap(({ id }) => permitOf.get(id) ?? [])
  return { permits: travelling, raw, txId, binds, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
}
