import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import { type DecidedShort, readDecidedShort } from '../custody/decided-short.ts'
import { postingRef } from '../custody/settle-intents.ts'
import { reverseTransfers } from '../ledger/reverse-transfer.ts'
import { observe } from './record-deposits.ts'

/**
 * Counts what was never there no more, of payouts of which enough operators have said that their flush has moved all that there was: the newest
 * deposits become smaller, or are gone, until they add up to what has left. The flush settles then like any other.
 *
 * It is written down as if their block had been orphaned and mined again with less in it: the record stays whole, and its replay gives the same.
 *
 * @returns the objects whose deposits have changed.
 */
export async function recountShort(em: Em, ctx: Context, chain: ChainCode): Promise<string[]> {
  const decided = await readDecidedShort(em, chain)
  for (const one of decided) await recount(em, ctx, one)
  return decided.map(({ ref }) => ref)
}

async function recount(em: Em, ctx: Context, short: DecidedShort): Promise<void> {
  const { id, posting, flush } = short
  const refs = [postingRef({ id, posting })]
  for (const kind of ['broadcast', 'plan'] as const) await reverseTransfers(em, ctx, { kind, refs, blockHash: flush.blockHash })
  await tables(em)
    .updateTable('spend_intent')
    .set({ posting: posting + 1, updatedAt: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  let missing = short.units - flush.units
  for (const deposit of await lockNewestFirst(em, id)) {
    if (missing === 0n) break
    const less = deposit.units < missing ? deposit.units : missing
    await countLess(em, ctx, { deposit, less })
    missing -= less
  }
  await tables(em).updateTable('flush').set({ intentId: null }).where('chain', '=', short.chain).where('ref', '=', flush.ref).execute()
  ctx.log.warn({ chain: short.chain, intentIds: [id], txId: flush.txId }, 'a payout that moved less than was counted is settled as it was')
}

const lockNewestFirst = (em: Em, intentId: string): Promise<DepositEntity[]> =>
  tables(em)
    .selectFrom('deposit')
    .selectAll()
    .where('intentId', '=', intentId)
    .where('state', '=', 'included')
    .orderBy('height', 'desc')
    .orderBy('txPlace', 'desc')
    .orderBy('logPlace', 'desc')
    .forUpdate()
    .execute() as Promise<DepositEntity[]>

async function countLess(em: Em, ctx: Context, { deposit, less }: { deposit: DepositEntity; less: bigint }): Promise<void> {
  const { id, chain, height, blockHash, creditedBy, subjectId, asset } = deposit
  if (height === null || blockHash === null) throw new Error(`deposit ${id} was paid out and is in no block`)
  const [at, block] = [ctx.clock.now(), { height, hash: blockHash }]
  if (creditedBy !== null) await reverseTransfers(em, ctx, { kind: 'deposit', refs: [creditedBy], blockHash })
  await observe(em, { chain, at, kind: 'orphaned', block }, [deposit])
  const units = deposit.units - less
  const isThere = units > 0n
  const uncounted = { creditedBy: null, maturesAt: null, reorged: true }
  const gone = { state: 'gone' as const, height: null, blockHash: null, goneAt: at, dead: true, intentId: null }
  await tables(em)
    .updateTable('deposit')
    .set(isThere ? { ...uncounted, units } : { ...uncounted, ...gone })
    .where('id', '=', id)
    .execute()
  await observe(em, { chain, at, kind: isThere ? 'included' : 'died', block }, [isThere ? { id, subjectId, asset, units } : deposit])
}
