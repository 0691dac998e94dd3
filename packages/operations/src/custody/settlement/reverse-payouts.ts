import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import { unsettledReasons } from '@gateway/domain/custody/hold-reasons'
import { purposes } from '@gateway/domain/custody/purposes'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { reverseTransfers } from '../../ledger/reverse-transfer.ts'
import { advanceAttempts } from '../payouts/advance-attempts.ts'
import { advanceIntents } from '../payouts/advance-intents.ts'
import { replanReversed } from '../payouts/replan-reversed.ts'
import { findPostedIntents } from '../payouts/find-posted-intents.ts'
import { repostIntents } from '../payouts/repost-intents.ts'
import { reverseGas } from '../treasury/reverse-gas.ts'
import { postingKey } from '../payouts/posting-key.ts'

/** The orphaned block. */
export interface OrphanedBlock {
  readonly chain: ChainCode
  readonly height: number
  readonly blockHash: string
}

/** The object that owns a payout. */
interface Owner {
  readonly subject: WatchSubject
  readonly subjectId: string
}

/**
 * Reverses the effect of an orphaned block on payouts: our transactions in it are unconfirmed again and will be sent again unchanged.
 *
 * Postings are reversed in opposite order (ledger L6), for payouts final in this block and payouts whose deposits are gone. It runs before the
 * deposits' credits are reversed, so that no claim falls below zero.
 *
 * No flush in this block counts any longer, a third-party flush included: without a live attempt its payout is signed again.
 *
 * @returns the objects whose shortfall is undone, and those with an unsupported token that is there again.
 */
export async function reversePayouts(em: Em, ctx: Context, orphaned: OrphanedBlock): Promise<Owner[]> {
  const { chain, height } = orphaned
  await reverseGas(em, ctx, orphaned)
  const unsettled = await findFlushedIn(em, orphaned)
  await orphanAttempts(em, ctx, orphaned)
  const whole = await reverseIntents(em, ctx, { orphaned, ids: [...unsettled, ...(await findUnfunded(em, chain))] })
  // A payout whose deposits are all still credited only moves from final back to sent.
  await repostIntents(em, ctx, unsettled)
  await reopenUnsettled(em, ctx, orphaned)
  await tables(em).deleteFrom('flush').where('chain', '=', chain).where('height', '=', height).execute()
  const back = await forgetUnsupported(em, orphaned)
  await tables(em).deleteFrom('outgoing_transaction').where('chain', '=', chain).where('height', '=', height).execute()
  return [...whole, ...back]
}

async function orphanAttempts(em: Em, ctx: Context, { chain, height }: OrphanedBlock): Promise<void> {
  const patch = { ...unmined, posting: sql<number>`posting + (state = 'final')::int` }
  await advanceAttempts(em, ctx, { where: (eb) => eb.and({ chain, height }), input: 'orphan', patch })
  // A superseded attempt stays superseded when its block is orphaned.
  await tables(em)
    .updateTable('spend_attempt')
    .set({ ...unmined, updatedAt: ctx.clock.now() })
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', '=', 'superseded')
    .execute()
}

const forgetUnsupported = (em: Em, { chain, height }: OrphanedBlock): Promise<Owner[]> =>
  tables(em)
    .deleteFrom('unsupported_token_flush')
    .where('chain', '=', chain)
    .where('height', '=', height)
    .returning(['subject', 'subjectId'])
    .execute()

const unmined = { height: null, blockHash: null, succeeded: null, sentHeight: null, firstSentHeight: null } as const

/**
 * Intents settled by a flush in this block: one of a third party settles them too, and ours may have settled legs that it was not signed for.
 */
async function findFlushedIn(em: Em, { chain, height }: OrphanedBlock): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('spend_intent as settled')
    .innerJoin('flush', 'flush.intentId', 'settled.id')
    .select('settled.id')
    .where('flush.chain', '=', chain)
    .where('flush.height', '=', height)
    .where('settled.state', '=', 'final')
    .execute()
  return rows.map((intent) => intent.id)
}

/** Payouts held because of a flush in this block, which no longer exists. */
async function reopenUnsettled(em: Em, ctx: Context, { chain, height }: OrphanedBlock): Promise<void> {
  const rows = await tables(em)
    .selectFrom('spend_intent as held')
    .innerJoin('flush', (join) =>
      // A rejected flush settles no payout; the payouts it should have settled are held for that reason only.
      join.on((eb) =>
        eb.or([
          eb('flush.intentId', '=', eb.ref('held.id')),
          eb.and([
            eb('flush.subjectId', '=', eb.ref('held.ref')),
            eb('flush.asset', '=', eb.ref('held.asset')),
            eb('held.holdReason', '=', 'flush_refused_by_book'),
          ]),
        ]),
      ),
    )
    .select('held.id')
    .distinct()
    .where('flush.chain', '=', chain)
    .where('flush.height', '=', height)
    .where('held.state', '=', 'held')
    .where('held.holdReason', 'in', unsettledReasons)
    .execute()
  await resume(
    em,
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Intents with a deposit that is in no block. */
async function findUnfunded(em: Em, chain: ChainCode): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('deposit')
    .select('intentId')
    .distinct()
    .where('chain', '=', chain)
    .where('intentId', 'is not', null)
    .where('state', '!=', 'included')
    .execute()
  return rows.flatMap((deposit) => deposit.intentId ?? [])
}

/** Reverses settle, broadcast and plan, so that the ledger matches the chain. */
async function reverseIntents(
  em: Em,
  ctx: Context,
  { orphaned, ids }: { orphaned: OrphanedBlock; ids: readonly string[] },
): Promise<Owner[]> {
  if (ids.length === 0) return []
  const locked = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'posting', 'state', 'purpose', 'ref', 'units', 'shortUnits', 'payoutTermsId'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const intents = await findPostedIntents(em, locked)
  const keys = intents.map(postingKey)
  for (const kind of ['settle', 'broadcast', 'plan'] as const)
    await reverseTransfers(em, ctx, { kind, keys, blockHash: orphaned.blockHash })
  await orphanIntents(
    em,
    ctx,
    intents.map(({ id }) => id),
  )
  const short = intents.filter(({ shortUnits }) => shortUnits > 0n)
  await replanReversed(em, short)
  const unpaid = locked.filter(({ state }) => state === 'final').map(({ id }) => id)
  await resume(em, ctx, unpaid)
  return short.map(({ purpose, ref }) => ({ subject: purposes[purpose].owner, subjectId: ref }))
}

/** The next revision of the postings of payouts; those that were final are sent and unpaid again. */
async function orphanIntents(em: Em, ctx: Context, ids: readonly string[]): Promise<void> {
  const patch = { posting: sql<number>`posting + 1` }
  const moved = new Set((await advanceIntents(em, ctx, { ids, input: 'orphan', patch })).map(({ id }) => id))
  const others = ids.filter((id) => !moved.has(id))
  if (others.length === 0) return
  await tables(em)
    .updateTable('spend_intent')
    .set({ ...patch, updatedAt: ctx.clock.now() })
    .where('id', 'in', others)
    .execute()
}

const freed = { holdReason: null, heldSince: null } as const

/** Resumes payouts that are unpaid again: stored bytes are sent again, or a new attempt is signed when there is none. */
async function resume(em: Em, ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const sent = await lockSent(em, ids)
  await advanceIntents(em, ctx, { ids: sent, input: 'resume', patch: freed })
  await advanceIntents(em, ctx, { ids: ids.filter((id) => !sent.includes(id)), input: 'reopen', patch: freed })
}

/** Those of the payouts that have a live attempt. */
async function lockSent(em: Em, ids: readonly string[]): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select('id')
    .where('id', 'in', [...ids])
    .where(
      sql<boolean>`EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.intent_id = spend_intent.lead_id AND spend_attempt.state IN ('signed', 'broadcast'))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
