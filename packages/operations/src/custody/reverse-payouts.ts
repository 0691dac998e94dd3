import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import { reverseTransfers } from '../ledger/reverse-transfer.ts'
import { postingRef } from './settle-intents.ts'

/** The block that is taken back. */
export interface OrphanedBlock {
  readonly chain: ChainCode
  readonly height: number
  readonly blockHash: string
}

/**
 * Takes back what an orphaned block meant for payouts: our transactions in it are unconfirmed again and will be sent again, unchanged;
 * postings whose deposits were orphaned are reversed in the opposite order of their making (ledger L6).
 */
export async function reversePayouts(em: Em, ctx: Context, orphaned: OrphanedBlock): Promise<void> {
  const { chain, height } = orphaned
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: 'broadcast', height: null, blockHash: null, succeeded: null, sentHeight: null, updatedAt: ctx.clock.now() })
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', 'in', ['signed', 'broadcast', 'final'])
    .execute()
  await reverseIntents(em, ctx, orphaned)
  await tables(em).deleteFrom('flush').where('chain', '=', chain).where('height', '=', height).execute()
  await tables(em).deleteFrom('outgoing').where('chain', '=', chain).where('height', '=', height).execute()
}

/** Intents whose deposits are no longer in the book: settle, broadcast and plan are reversed, so that the book shows what the chain shows. */
async function reverseIntents(em: Em, ctx: Context, { blockHash }: OrphanedBlock): Promise<void> {
  const orphaned = await tables(em)
    .selectFrom('deposit')
    .select('intentId')
    .distinct()
    .where('intentId', 'is not', null)
    .where('state', '!=', 'included')
    .where('creditedBy', 'is', null)
    .execute()
  const ids = orphaned.flatMap((deposit) => deposit.intentId ?? [])
  if (ids.length === 0) return
  const intents = await lockReversible(em, ids)
  if (intents.length === 0) return
  const refs = intents.map(postingRef)
  for (const kind of ['settle', 'broadcast', 'plan'] as const) await reverseTransfers(em, ctx, { kind, refs, blockHash })
  for (const { id, posting, state } of intents) {
    await tables(em)
      .updateTable('spend_intent')
      .set({ posting: posting + 1, state: state === 'final' ? 'broadcast' : state, updatedAt: ctx.clock.now() })
      .where('id', '=', id)
      .execute()
  }
}

/** Those of the intents whose plan stands in the book; one that is reversed already waits for its deposits to come back. */
async function lockReversible(em: Em, ids: readonly string[]) {
  const intents = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'posting', 'state'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const planned = await tables(em)
    .selectFrom('transfer')
    .select('ref')
    .where('kind', '=', 'plan')
    .where('ref', 'in', intents.map(postingRef))
    .execute()
  const booked = new Set(planned.map((transfer) => transfer.ref))
  return intents.filter((intent) => booked.has(postingRef(intent)))
}
