import type { RateSnapshot, PairName } from '@gateway/domain/rates/rate-snapshot'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A board and the moment of its cycle. */
export interface StoredBoard extends RateSnapshot {
  readonly at: Date
}

/** The newest board; the last row by the primary key. */
export const findNewestBoard = (em: Em): Promise<StoredBoard | undefined> =>
  tables(em).selectFrom('rate_board').select(['at', 'prices', 'holds']).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** The board that stood at a moment, by the index on time. */
export const findBoardAt = (em: Em, at: Date): Promise<StoredBoard | undefined> =>
  tables(em)
    .selectFrom('rate_board')
    .select(['at', 'prices', 'holds'])
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The first board after a moment that prices a pair, however many others come before it; by the index on pairs. */
export const findNextPricing = (em: Em, { pair, at }: { pair: PairName; at: Date }): Promise<StoredBoard | undefined> =>
  tables(em)
    .selectFrom('rate_board')
    .select(['at', 'prices', 'holds'])
    .where('at', '>', at)
    .where(sql<boolean>`priced @> ARRAY[${pair}]::text[]`)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()

/** True when a turn is still the latest; it stays so until the transaction ends, because its row is locked. */
export async function lockTurn(em: Em, begunAt: Date): Promise<boolean> {
  const turn = await tables(em).selectFrom('rate_turn').select('sole').where('begunAt', '=', begunAt).forUpdate().executeTakeFirst()
  return turn !== undefined
}

/** Takes the next turn when the last one began so long ago; true for one caller only, in whichever process. */
export async function claimTurn(em: Em, { now, everyMs }: { now: Date; everyMs: number }): Promise<boolean> {
  const due = new Date(now.getTime() - everyMs)
  const { rows } = await sql`UPDATE rate_turn SET begun_at = ${now} WHERE begun_at <= ${due} RETURNING sole`.execute(tables(em))
  return rows.length > 0
}
