import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Creations of one business that are counted together, and the most that its counter may show. */
export interface CreationGroup {
  readonly id: BusinessId
  readonly mode: Mode
  readonly period: string
  readonly count: number
  readonly limit: number
}

interface CountedGroup {
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly period: string
  readonly before: number | null
  readonly standing: number
}

/**
 * Counts the creations of some businesses, each group in its period and whole if its counter stays within the limit, else not at all.
 *
 * One guarded upsert in the order of the ids, so that transactions that count for the same businesses wait for each other and never in a ring.
 *
 * @returns what the counter of each group showed before, null when it was not counted; and what it shows anyway, 0 without one.
 */
export async function countCreations(em: Em, groups: readonly CreationGroup[]): Promise<CountedGroup[]> {
  const column = <Key extends keyof CreationGroup>(key: Key): CreationGroup[Key][] => groups.map((group) => group[key])
  const text = `WITH asked AS (
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[]) AS asked (business_id, mode, period, count, most)
    ), counted AS (
      INSERT INTO usage_counter AS counter (business_id, mode, period, current)
      SELECT business_id, mode, period, count FROM asked WHERE count <= most ORDER BY business_id, mode, period
      ON CONFLICT (business_id, mode, period) DO UPDATE SET current = counter.current + excluded.current
      WHERE counter.current + excluded.current <= (SELECT most FROM asked
        WHERE (asked.business_id, asked.mode, asked.period) = (counter.business_id, counter.mode, counter.period))
      RETURNING business_id, mode, period, current
    ) SELECT business_id AS "businessId", mode, period, counted.current - asked.count AS before, coalesce(standing.current, 0) AS standing
    FROM asked LEFT JOIN counted USING (business_id, mode, period) LEFT JOIN usage_counter AS standing USING (business_id, mode, period)`
  return runStatement(em, text, [column('id'), column('mode'), column('period'), column('count'), column('limit')])
}

/** Takes one creation of a period back out of its count. @throws {Error} when it was not counted. */
export async function giveBackCreation(em: Em, creation: { businessId: BusinessId; mode: Mode; period: string }): Promise<void> {
  const { businessId, mode, period } = creation
  const { numUpdatedRows } = await tables(em)
    .updateTable('usage_counter')
    .set((eb) => ({ current: eb('current', '-', 1), givenBack: eb('givenBack', '+', 1) }))
    .where('businessId', '=', businessId)
    .where('mode', '=', mode)
    .where('period', '=', period)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`nothing was counted for ${businessId} in ${period}`)
}

/** How many creations of a business count in a period. The tenant is the caller's to check. */
export async function countedCreations(
  em: Em,
  { businessId, mode, period }: { businessId: BusinessId; mode: Mode; period: string },
): Promise<number> {
  const counter = await tables(em)
    .selectFrom('usage_counter')
    .select('current')
    .where('businessId', '=', businessId)
    .where('mode', '=', mode)
    .where('period', '=', period)
    .executeTakeFirst()
  return counter?.current ?? 0
}
