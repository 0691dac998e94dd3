import type { Rail } from '@gateway/chains/rail'
import { findStuck, lockAttempts, type StuckAttempt } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLeads } from '@gateway/db/custody/intent-queries'
import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { consumeTheSame } from '@gateway/domain/chainwatch/transaction-input'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import { sql } from 'kysely'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type PricedSigner, openPricedSigner } from '../costs/priced-signer.ts'
import { appendDecisions } from '../policy/decision-log.ts'
import { moveAttempt } from '../payouts/advance-attempts.ts'
import { advanceHighWater } from '../recovery/advance-high-water.ts'
import { lockSender } from '../signing/lock-sender.ts'
import { signReplacement } from './sign-replacement.ts'
import type { SignerContext } from '../signer-context.ts'
import { insertAttempts } from '../signing/store-attempts.ts'
import { logFeeCap } from '../costs/log-fee-cap.ts'

/**
 * Signs a fee bump for every unmined transaction of a chain: same inputs or nonce, same recipients, higher fees, one database transaction each. A
 * cap, a pause or a missing estimate is noted on the attempt, which is tried again at the next height.
 *
 * Either transaction may still be mined; the one in a block settles and the other is invalid.
 *
 * @returns how many were replaced.
 */
export async function bumpStuckAttempts(ctx: SignerContext, rail: Rail): Promise<number> {
  if (!rail.isReplaceable) return 0
  let judging: PricedSigner | undefined
  const replaced = await sweepEach(ctx, stuckOf(ctx, rail), async (stuck) => {
    const signer = (judging ??= await openPricedSigner(ctx))
    return transaction(ctx, (em) => replaceOne(em, signer, { rail, stuck }))
  })
  if (replaced > 0) await advanceHighWater(ctx)
  return replaced
}

const stuckOf = (ctx: SignerContext, { chain, ordering }: Rail): Sweep<StuckAttempt> => ({
  name: 'stuck_attempts',
  read: () => findStuck(ctx.orm.em.fork(), { chain, inTurn: ordering === 'sender_sequence' }),
  keyOf: ({ intentId, n }) => `${intentId} ${n}`,
  aboutOf: ({ intentId }) => ({ chain, intentId }),
})

/** Skips an attempt that was mined or replaced meanwhile, so that concurrent signers make one replacement. */
async function replaceOne(em: Em, ctx: PricedSigner, { rail, stuck }: { rail: Rail; stuck: StuckAttempt }): Promise<boolean> {
  if (rail.ordering === 'sender_sequence') await lockSender(em, rail)
  const attempts = await lockAttempts(em, stuck)
  const live = attempts.find(({ n, state, height }) => n === stuck.n && (state === 'signed' || state === 'broadcast') && height === null)
  if (!live) return false
  const intents = await lockIntentsOfLeads(em, [stuck.intentId])
  const again = await signReplacement(em, ctx, {
    rail,
    live,
    earlier: attempts.filter(({ inputs }) => consumeTheSame(inputs, live.inputs)),
    intents,
  })
  if ('reason' in again) return recordStuck(em, ctx, { live, reason: again.reason })
  const { signed, decided } = again
  await moveAttempt(em, ctx, { attempt: live, input: 'supersede' })
  // Mutually exclusive transactions are stored under one lead.
  const lead = { id: live.intentId, chain: live.chain }
  await insertAttempts(em, ctx, [{ lead, n: (attempts.at(-1)?.n ?? live.n) + 1, supersedes: live.n, signed }])
  await appendDecisions(em, ctx, decided)
  ctx.log.info({ chain: rail.chain, txId: live.handle, intentId: live.intentId }, 'stuck payout fee-bumped')
  return true
}

/** Notes on the attempt why it was not replaced at this height. */
async function recordStuck(em: Em, ctx: SignerContext, { live, reason }: { live: SpendAttemptEntity; reason: HoldReason }): Promise<false> {
  const now = ctx.clock.now()
  const { intentId, n, chain, stuckSince } = live
  logFeeCap(ctx, { intentId, chain, reason, since: stuckSince ?? now }, 'stuck payout not fee-bumped')
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
