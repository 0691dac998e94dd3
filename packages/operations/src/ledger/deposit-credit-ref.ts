import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'

/** What tells one inclusion of a deposit from another. */
export type Inclusion = Pick<DepositEntity, 'id' | 'blockHash' | 'reorged'>

/**
 * The ledger reference of each deposit's credit, by deposit: the deposit and its block, so that each inclusion is credited once.
 *
 * A chain can come back to a block that was orphaned before. What was credited then is reversed, so such an inclusion counts anew and gets a
 * number: how often the deposit was already orphaned out of this very block.
 */
export async function creditRefs(em: Em, deposits: readonly Inclusion[]): Promise<Map<string, string>> {
  const returned = deposits.filter((deposit) => deposit.reorged).map((deposit) => deposit.id)
  const orphaned = returned.length === 0 ? [] : await findOrphanings(em, returned)
  const rounds = Map.groupBy(orphaned, ({ depositId, blockHash }) => creditRef(depositId, blockHash, 0))
  return new Map(deposits.map(({ id, blockHash }) => [id, creditRef(id, blockHash, rounds.get(creditRef(id, blockHash, 0))?.length ?? 0)]))
}

/** The reference of one inclusion; `rounds` is how often its deposit was orphaned out of this very block before. */
export const creditRef = (depositId: string, blockHash: string | null, rounds: number): string =>
  `${depositId}@${blockHash}${rounds === 0 ? '' : `#${rounds}`}`

const findOrphanings = (em: Em, depositIds: readonly string[]) =>
  tables(em)
    .selectFrom('observation')
    .select(['depositId', 'blockHash'])
    .where(isOneOf('depositId', depositIds, 'text'))
    .where('kind', '=', 'orphaned')
    .execute()
