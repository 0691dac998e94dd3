import { virtualSize } from '@gateway/chains/bitcoin/transaction'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { raiseFees } from '@gateway/chains/evm/raise-fees'
import { openOwnFlush } from '@gateway/chains/evm/replace-flush'
import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import { findStuck, lockAttempts, type StuckAttempt } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLead } from '@gateway/db/custody/queries'
import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { HoldReason } from '@gateway/domain/custody/hold'
import { isReplaceable } from '@gateway/domain/custody/rules'
import { sql } from 'kysely'
import { transaction } from '../transaction.ts'
import { type Judged, judgePayouts } from './judge-payouts.ts'
import { appendDecisions } from './policy-decisions.ts'
import { moveAttempt } from './promote-mined.ts'
import { releaseAttempts } from './release-attempts.ts'
import { takeTurn } from './sign-flushes.ts'
import { signPoolSpend } from './sign-pool-spend.ts'
import { decidedOf, findCurrentFees, type SignedAttempt } from './sign-waiting.ts'
import type { SignerContext } from './signer-context.ts'
import { insertAttempt, leadOf } from './store-attempt.ts'
import { tellCap } from './tell-cap.ts'

/**
 * Signs a replacement for every transaction of a chain that blocks leave out, each in a transaction of its own: same inputs or nonce, same
 * recipients, higher fees. What a cap, a pause or a missing estimate forbids is noted on the attempt and tried again at the next height.
 *
 * The one that is replaced may still be mined; whichever a block holds is settled, and the other never can be.
 *
 * @returns how many were replaced.
 */
export async function replaceStuck(ctx: SignerContext, rail: Rail): Promise<number> {
  if (!isReplaceable(rail.chain)) return 0
  const stuck = await findStuck(ctx.orm.em.fork(), { chain: rail.chain, inTurn: rail.family === 'account' })
  let replaced = 0
  for (const attempt of stuck) if (await transaction(ctx, (em) => replaceOne(em, ctx, { rail, stuck: attempt }))) replaced += 1
  if (replaced > 0) await releaseAttempts(ctx)
  return replaced
}

/** Nothing happens to an attempt that was mined or replaced meanwhile: two signers alive make one replacement. */
async function replaceOne(em: Em, ctx: SignerContext, { rail, stuck }: { rail: Rail; stuck: StuckAttempt }): Promise<boolean> {
  if (rail.family === 'account') await takeTurn(em, ctx, rail)
  const attempts = await lockAttempts(em, stuck)
  const live = attempts.find(({ n, state, height }) => n === stuck.n && (state === 'signed' || state === 'broadcast') && height === null)
  if (!live) return false
  const intents = await lockIntentsOfLead(em, { leadId: stuck.intentId })
  const signed = await signAgain(em, ctx, { rail, live, earlier: attempts.filter((attempt) => isRival(attempt, live)), intents })
  if ('reason' in signed) return noteStuck(em, ctx, { live, reason: signed.reason })
  await moveAttempt(em, ctx, { attempt: live, input: 'supersede' })
  await insertAttempt(em, ctx, { lead: leadOf(signed), n: (attempts.at(-1)?.n ?? live.n) + 1, supersedes: live.n, signed })
  await appendDecisions(
    em,
    ctx,
    signed.permits.map((permit) => decidedOf(permit, signed)),
  )
  ctx.log.info({ chain: rail.chain, txId: live.handle, intentId: live.intentId }, 'a payout that blocks leave out is replaced')
  return true
}

const isRival = (attempt: SpendAttemptEntity, live: SpendAttemptEntity): boolean => attempt.binds.join() === live.binds.join()

/** A transaction that blocks leave out, all that exclude each other with it, and what they pay. */
interface Stuck {
  readonly rail: Rail
  readonly live: SpendAttemptEntity
  readonly earlier: readonly SpendAttemptEntity[]
  readonly intents: readonly SpendIntentEntity[]
}

type Again = SignedAttempt | { readonly reason: HoldReason }

/** The policy is asked as before a first signature; only what leaves was counted then. */
async function signAgain(em: Em, ctx: SignerContext, stuck: Stuck): Promise<Again> {
  const { rail, intents } = stuck
  const fees = await findCurrentFees(em, ctx, rail.chain)
  const permits = await judgePayouts(em, ctx, { rail, fees, intents, areCounted: true })
  for (const { verdict } of permits) if (verdict.outcome !== 'allow') return { reason: verdict.reason }
  const lead = permits.find(({ intent }) => intent.id === stuck.live.intentId)
  if (!lead || !fees || permits.length < intents.length) return { reason: 'unpinned' }
  const permitted = { ...stuck, permits: [lead, ...permits.filter((permit) => permit !== lead)] as const }
  return fees.family === 'utxo' ? spendAgain(em, ctx, { ...permitted, fees }) : flushAgain(ctx, { ...permitted, fees })
}

type Permitted<Family> = Stuck & {
  readonly fees: FeeEstimate & { readonly family: Family }
  readonly permits: readonly [Judged, ...Judged[]]
}

async function spendAgain(em: Em, ctx: SignerContext, { rail, live, earlier, permits, fees }: Permitted<'utxo'>): Promise<Again> {
  const [lead, ...others] = permits
  if (others.length > 0) return { reason: 'source_is_no_pool_address' }
  const { binds, takenBackUnits } = live
  const paid = earlier.map(({ feeUnits, raw }) => ({ feeUnits: feeUnits ?? 0n, vsize: virtualSize(raw) }))
  return signPoolSpend(em, ctx, { lead, rail, fees, earlier: { binds, takenBackUnits, paid } })
}

/** Earlier prices only grew, so the newest transaction has the highest. */
async function flushAgain(ctx: SignerContext, { rail, earlier, permits, fees }: Permitted<'account'>): Promise<Again> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return { reason: 'chain_has_no_deposit_contracts' }
  const { chainId, factory } = rail
  const own = await openOwnFlush({ raw: newest.raw, chainId, factory, privateKey: ctx.keys.relayerKey(rail.chain) })
  if (!own) return { reason: 'stored_bytes_are_not_ours' }
  const price = raiseFees(own.fees, fees, ctx.gasCaps)
  if (!price) return { reason: 'gas_above_cap' }
  const { raw, txId, binds } = await own.sign(price)
  return { permits, raw, txId, binds, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
}

/** Says on the attempt why it was not replaced at this height. */
async function noteStuck(em: Em, ctx: SignerContext, { live, reason }: { live: SpendAttemptEntity; reason: HoldReason }): Promise<false> {
  const now = ctx.clock.now()
  const { intentId, n, chain, stuckSince } = live
  tellCap(ctx, { intentId, chain, reason, since: stuckSince ?? now }, 'a payout that blocks leave out is not replaced')
  await tables(em)
    .updateTable('spend_attempt')
    .set({
      triedHeight: sql`(SELECT height FROM chain_cursor WHERE chain = ${chain})`,
      stuckReason: reason,
      stuckSince: stuckSince ?? now,
      updatedAt: now,
    })
    .where('intentId', '=', intentId)
    .where('n', '=', n)
    .execute()
  return false
}
