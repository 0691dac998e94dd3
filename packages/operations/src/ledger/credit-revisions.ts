import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'

/** A deposit in its current inclusion. */
export type Inclusion = Pick<DepositEntity, 'id' | 'reorged'>

/** The revision of each deposit's credit: how often it was orphaned before, so that each inclusion is credited once. */
export async function creditRevisions(em: Em, deposits: readonly Inclusion[]): Promise<(depositId: string) => number> {
  const returned = deposits.filter((deposit) => deposit.reorged).map((deposit) => deposit.id)
  const orphanings = returned.length === 0 ? [] : await countOrphanings(em, returned)
  const counts = new Map(orphanings.map(({ depositId, times }) => [depositId, Number(times)]))
  return (depositId) => counts.get(depositId) ?? 0
}

const countOrphanings = (em: Em, depositIds: readonly string[]) =>
  tables(em)
    .selectFrom('observation')
    .select(({ fn }) => ['depositId', fn.countAll().as('times')])
    .where(isOneOf('depositId', depositIds, 'text'))
    .where('kind', '=', 'orphaned')
    .groupBy('depositId')
    .execute()
