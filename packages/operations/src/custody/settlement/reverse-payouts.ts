import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import { unsettledReasons } from '@gateway/domain/custody/hold-reasons'
import { type AttemptState, intentMachine, type IntentState } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import { type Expression, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { reverseTransfers } from '../../ledger/reverse-transfer.ts'
import { replanReversed } from '../payouts/replan-reversed.ts'
import { findPostedIntents } from '../payouts/find-posted-intents.ts'
import { repostIntents } from '../payouts/repost-intents.ts'
import { reverseGas } from '../treasury/reverse-gas.ts'
import { postingRef } from '../payouts/posting-ref.ts'
import { ownerOfPurpose } from '../../kernel/address-owners.ts'

/** The block that is taken back. */
export interface OrphanedBlock {
  readonly chain: ChainCode
  readonly height: number
  readonly blockHash: string
}

/** An object whose payouts they were. */
interface Owner {
  readonly subject: WatchSubject
  readonly subjectId: string
}

/**
 * Takes back what an orphaned block meant for payouts: our transactions in it are unconfirmed again and will be sent again, unchanged.
 *
 * Postings are reversed in the opposite order of their making (ledger L6): those of payouts that were final in this block, and those whose
 * deposits are no longer there. It runs before the credits of the deposits are reversed, because no claim may fall below zero meanwhile.
 *
 * What a deposit contract paid out in this block is unpaid, whoever sent that: where no transaction of ours is on its way for it, it waits for one again.
 *
 * @returns the objects that were shown as having moved less than was counted, and may move all of it yet.
 */
export async function reversePayouts(em: Em, ctx: Context, orphaned: OrphanedBlock): Promise<Owner[]> {
  const { chain, height } = orphaned
  await reverseGas(em, ctx, orphaned)
  const unsettled = await (isFlushed(ctx, chain) ? findFlushedIn(em, orphaned) : findSettledIn(em, orphaned))
  await tables(em)
    .updateTable('spend_attempt')
    .set((eb) => ({
      ...unmined,
      // What made way for another transaction does not come back to life with its block.
      state: eb.case().when('state', '=', 'superseded').then('superseded').else('broadcast').end() as Expression<AttemptState>,
      posting: eb
        .case()
        .when('state', '=', 'final')
        .then(eb('posting', '+', 1))
        .else(eb.ref('posting'))
        .end(),
      updatedAt: ctx.clock.now(),
    }))
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', 'in', ['signed', 'broadcast', 'final', 'superseded'])
    .execute()
  const whole = await reverseIntents(em, ctx, { orphaned, ids: [...unsettled, ...(await findUnfunded(em, chain))] })
  // Whose deposits are all still in the book was only taken back from final to sent.
  await repostIntents(em, ctx, unsettled)
  await reopenUnsettled(em, ctx, orphaned)
  await tables(em).deleteFrom('flush').where('chain', '=', chain).where('height', '=', height).execute()
  await tables(em).deleteFrom('stray_flush').where('chain', '=', chain).where('height', '=', height).execute()
  await tables(em).deleteFrom('outgoing').where('chain', '=', chain).where('height', '=', height).execute()
  return whole
}

const unmined = { height: null, blockHash: null, succeeded: null, sentHeight: null, firstSentHeight: null } as const

const isFlushed = (ctx: Context, chain: ChainCode): boolean => ctx.rails.get(chain)?.family === 'account'

/** Intents that were settled by a log in this block: a stranger's transaction settles as ours does, and ours may have paid what none was signed for. */
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

/** Payouts that are held because of what the book had to say about a log in this block: there is no such log any more. */
async function reopenUnsettled(em: Em, ctx: Context, { chain, height }: OrphanedBlock): Promise<void> {
  const rows = await tables(em)
    .selectFrom('spend_intent as held')
    .innerJoin('flush', (join) => join.onRef('flush.subjectId', '=', 'held.ref').onRef('flush.asset', '=', 'held.asset'))
    .select('held.id')
    .distinct()
    .where('flush.chain', '=', chain)
    .where('flush.height', '=', height)
    .where('held.state', '=', 'held')
    .where('held.holdReason', 'in', unsettledReasons)
    // A log that was set aside settles no payout; those that it should have settled are held for nothing else.
    .where((eb) => eb.or([eb('flush.intentId', '=', eb.ref('held.id')), eb('held.holdReason', '=', 'flush_refused_by_book')]))
    .execute()
  await resume(
    em,
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Intents that were settled by an attempt in this block. */
async function findSettledIn(em: Em, { chain, height }: OrphanedBlock): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('spend_intent as settled')
    .innerJoin('spend_attempt as attempt', 'attempt.intentId', 'settled.leadId')
    .select('settled.id')
    .where('attempt.chain', '=', chain)
    .where('attempt.height', '=', height)
    .where('attempt.state', '=', 'final')
    .where('settled.state', '=', 'final')
    .execute()
  return rows.map((intent) => intent.id)
}

/** Intents with a deposit that is in no block any more. */
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

/** Settle, broadcast and plan are reversed, so that the book shows what the chain shows. */
async function reverseIntents(
  em: Em,
  ctx: Context,
  { orphaned, ids }: { orphaned: OrphanedBlock; ids: readonly string[] },
): Promise<Owner[]> {
  if (ids.length === 0) return []
  const locked = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'posting', 'state', 'purpose', 'ref', 'units', 'shortUnits', 'commitId'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const intents = await findPostedIntents(em, locked)
  const refs = intents.map(postingRef)
  for (const kind of ['settle', 'broadcast', 'plan'] as const)
    await reverseTransfers(em, ctx, { kind, refs, blockHash: orphaned.blockHash })
  for (const { id, posting, state } of intents) {
    await tables(em)
      .updateTable('spend_intent')
      .set({ posting: posting + 1, state: findMove(intentMachine, state, 'orphan')?.to ?? state, updatedAt: ctx.clock.now() })
      .where('id', '=', id)
      .execute()
  }
  const short = intents.filter(({ shortUnits }) => shortUnits > 0n)
  await replanReversed(em, short)
  const unpaid = locked.filter(({ state }) => state === 'final').map(({ id }) => id)
  await resume(em, ctx, unpaid)
  return short.map(({ purpose, ref }) => ({ subject: ownerOfPurpose[purpose], subjectId: ref }))
}

/** Payouts that nothing has paid any more go on: their bytes are sent again, or they are signed for where none are on their way. */
async function resume(em: Em, ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const isSentPayout = sql<boolean>`EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.intent_id = spend_intent.lead_id AND spend_attempt.state IN ('signed', 'broadcast'))`
  await tables(em)
    .updateTable('spend_intent')
    .set((eb) => ({
      state: eb.case().when(isSentPayout).then('broadcast').else('planned').end() as Expression<IntentState>,
      holdReason: null,
      heldSince: null,
      updatedAt: ctx.clock.now(),
    }))
    .where('id', 'in', [...ids])
    .execute()
}
