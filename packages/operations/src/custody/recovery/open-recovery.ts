import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { retireAddresses } from '../address-pool/retire-addresses.ts'
import type { Rollback } from './detect-rollback.ts'

/**
 * Records that the database was restored from a backup; nothing is signed until a recovery has attributed the spends since then. An open
 * recovery stays as it is.
 *
 * Free addresses are retired, because the lost rows may have given them out.
 */
export async function openRecovery(
  ctx: Context,
  { reason, databaseSeq }: { reason: NonNullable<Rollback['reason']> | 'said_by_operator'; databaseSeq: bigint },
): Promise<void> {
  const retired = await transaction(ctx, async (em) => {
    const cursors = await tables(em).selectFrom('chain_cursor').select(['chain', 'height']).execute()
    const heights = Object.fromEntries(cursors.map(({ chain, height }) => [chain, height]))
    const { rows } = await sql`INSERT INTO recovery (id, detected_at, reason, database_seq, heights)
      VALUES (${ctx.ids.uuid()}, ${ctx.clock.now()}, ${reason}, ${databaseSeq}, ${JSON.stringify(heights)}::jsonb)
      ON CONFLICT DO NOTHING RETURNING id`.execute(tables(em))
    return rows.length > 0 ? retireAddresses(em, {}) : undefined
  })
  if (retired === undefined) return
  ctx.log.error({ alarm: 'database_behind', reason, lost: retired }, 'database rollback detected; run `custody recover --from-chain`')
}
