import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { BalanceLineEntity } from './balance-line.entity.ts'
import type { BalanceDayEntity } from './balance-day.entity.ts'

/** A driver sends at most 65 535 parameters with a statement, and a line has seven. */
const LINES_A_STATEMENT = 1_000

/** The start of the newest day that was read; null before the first. */
export async function lastBalanceDay(em: Em): Promise<Date | null> {
  const row = await tables(em)
    .selectFrom('processor_balance_day')
    .select('startsAt')
    .orderBy('startsAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.startsAt ?? null
}

/** When the first object of the card rail was booked; null while none was. */
export async function firstCardBooking(em: Em): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`SELECT min(captured_at) AS at FROM card_payment WHERE captured_at IS NOT NULL`.execute(
    tables(em),
  )
  const [row] = rows
  return row?.at ? new Date(row.at) : null
}

/** Stores a day with its lines, all at once; lines that are stored stay as they are. */
export const storeBalanceDay = (em: Em, { day, lines }: { day: BalanceDayEntity; lines: readonly BalanceLineEntity[] }): Promise<void> =>
  em.transactional(async (inner) => {
    for (let at = 0; at < lines.length; at += LINES_A_STATEMENT)
      await tables(inner)
        .insertInto('processor_balance_line')
        .values(lines.slice(at, at + LINES_A_STATEMENT))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await tables(inner)
      .insertInto('processor_balance_day')
      .values(day)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
