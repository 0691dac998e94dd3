import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'

/** The fields that distinguish one inclusion of a deposit from another. */
export type Inclusion = Pick<DepositEntity, 'id' | 'blockHash' | 'reorged'>

/**
 * The ledger reference of each deposit's credit: deposit and block, so that each inclusion is credited once.
 *
 * After a reorg to an earlier block the same inclusion is credited again; the reference then counts how often the deposit was orphaned from that
 * block.
 */
export async function creditRefs(em: Em, deposits: readonly Inclusion[]): Promise<Map<string, string>> {
  const returned = deposits.filter((deposit) => deposit.reorged).map((deposit) => deposit.id)
  const orphaned = returned.length === 0 ? [] : await findOrphanings(em, returned)
  const rounds = Map.groupBy(orphaned, ({ depositId, blockHash }) => creditRef(depositId, blockHash, 0))
  return new Map(deposits.map(({ id, blockHash }) => [id, creditRef(id, blockHash, rounds.get(creditRef(id, blockHash, 0))?.length ?? 0)]))
}

/** The reference of one inclusion; `rounds` counts how often the deposit was orphaned from this block before. */
export const creditRef = (depositId: string, blockHash: string | null, rounds: number): string =>
  `${depositId}@${blockHash}${rounds === 0 ? '' : `#${rounds}`}`

const findOrphanings = (em: Em, depositIds: readonly string[]) =>
  tables(em)
    .selectFrom('observation')
    .select(['depositId', 'blockHash'])
    .where(isOneOf('depositId', depositIds, 'text'))
    .where('kind', '=', 'orphaned')
    .execute()
