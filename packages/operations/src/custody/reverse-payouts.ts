import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type AttemptState, intentMachine } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Expression } from 'kysely'
import type { Context } from '../context.ts'
import { reverseTransfers } from '../ledger/reverse-transfer.ts'
import { plannedIntents } from './planned-intents.ts'
import { restorePostings } from './restore-postings.ts'
import { postingRef } from './settle-intents.ts'

/** The block that is taken back. */
export interface OrphanedBlock {
  readonly chain: ChainCode
  readonly height: number
  readonly blockHash: string
}

/**
 * Takes back what an orphaned block meant for payouts: our transactions in it are unconfirmed again and will be sent again, unchanged.
 *
 * Postings are reversed in the opposite order of their making (ledger L6): those of payouts that were final in this block, and those whose
 * deposits are no longer there. It runs before the credits of the deposits are reversed, because no claim may fall below zero meanwhile.
 */
export async function reversePayouts(em: Em, ctx: Context, orphaned: OrphanedBlock): Promise<void> {
  const { chain, height } = orphaned
  const unsettled = await findSettledIn(em, orphaned)
  await tables(em)
    .updateTable('spend_attempt')
    .set((eb) => ({
      ...unmined,
      // What made way for another transaction does not come back to life with its block.
      state: eb.case().when('state', '=', 'superseded').then('superseded').else('broadcast').end() as Expression<AttemptState>,
      updatedAt: ctx.clock.now(),
    }))
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', 'in', ['signed', 'broadcast', 'final', 'superseded'])
    .execute()
  await reverseIntents(em, ctx, { orphaned, ids: [...unsettled, ...(await findUnfunded(em, chain))] })
  // Whose deposits are all still in the book was only taken back from final to sent.
  await restorePostings(em, ctx, unsettled)
  await tables(em).deleteFrom('flush').where('chain', '=', chain).where('height', '=', height).execute()
  await tables(em).deleteFrom('outgoing').where('chain', '=', chain).where('height', '=', height).execute()
}

const unmined = { height: null, blockHash: null, succeeded: null, sentHeight: null, firstSentHeight: null } as const

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
async function reverseIntents(em: Em, ctx: Context, { orphaned, ids }: { orphaned: OrphanedBlock; ids: readonly string[] }): Promise<void> {
  if (ids.length === 0) return
  const locked = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'posting', 'state'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const intents = await plannedIntents(em, locked)
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
}
