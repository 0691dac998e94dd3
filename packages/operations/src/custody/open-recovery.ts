import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { retireAddresses } from './retire-addresses.ts'
import type { Setback } from './read-setback.ts'
import type { SignerContext } from './signer-context.ts'

/** More addresses than can have been given out in any time that is lost; indices go up to 2³¹. */
const MOST_LOST = 10_000_000

/**
 * Remembers that the database was put back to an earlier state; from then on nothing is signed until the chains have told what it has
 * forgotten. One that is open already stays as it is.
 *
 * No address that is free now is given out any more: it may have been given out in the time that was lost. Where the signer's file is lost as well,
 * nobody knows how many were derived in that time, and new ones come from far beyond.
 */
export async function openRecovery(
  ctx: Context & Pick<SignerContext, 'sequence'>,
  { reason, databaseSeq }: { reason: NonNullable<Setback['reason']> | 'said_by_operator'; databaseSeq: bigint },
): Promise<void> {
  if (reason === 'sequence_file_missing') ctx.sequence.noteFloor((await nextIdx(ctx)) + MOST_LOST)
  const retired = await transaction(ctx, async (em) => {
    const cursors = await tables(em).selectFrom('chain_cursor').select(['chain', 'height']).execute()
    const heights = Object.fromEntries(cursors.map(({ chain, height }) => [chain, height]))
    const { rows } = await sql`INSERT INTO recovery (id, detected_at, reason, database_seq, heights)
      VALUES (${ctx.ids.uuid()}, ${ctx.clock.now()}, ${reason}, ${databaseSeq}, ${JSON.stringify(heights)}::jsonb)
      ON CONFLICT DO NOTHING RETURNING id`.execute(tables(em))
    return rows.length > 0 ? retireAddresses(em, {}) : undefined
  })
  if (retired === undefined) return
  ctx.log.error({ alarm: 'database_behind', reason, lost: retired }, 'the database was put back; run `custody recover --from-chain`')
}

/** The first index that no pool of the database has reached. */
async function nextIdx({ orm }: Pick<Context, 'orm'>): Promise<number> {
  const db = tables(orm.em.fork())
  const { last } = await db.selectFrom('address_pool').select(db.fn.max('idx').as('last')).executeTakeFirstOrThrow()
  return Number(last ?? -1) + 1
}
