import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { Em } from '@gateway/db/orm'
import { type Tables, tables } from '@gateway/db/tables'
import { type ExpressionOrFactory, sql, type SqlBool } from 'kysely'

/** A deposit that a flush has paid out. */
export type Covered = Pick<DepositEntity, 'id' | 'units' | 'creditRevision' | 'reorged' | 'intentId' | 'heldIn'>

const COVERED = ['id', 'units', 'creditRevision', 'reorged', 'intentId', 'heldIn'] as const

/**
 * The deposits that each flush paid out, locked: those whose outputs it spent; of a contract, those at the address after the previous flush and before
 * this one.
 *
 * Deposits later in the same block stay at the address. Two statements however many flushes there are.
 */
export async function coveredBy(em: Em, flushes: readonly FlushEntity[]): Promise<(flush: FlushEntity) => Covered[]> {
  const rows = [...(await spentOutputs(em, flushes)), ...(await emptiedBalances(em, flushes))]
  const byFlush = Map.groupBy(rows, ({ flushRef }) => flushRef)
  return ({ ref }) => byFlush.get(ref) ?? []
}

type CoveredRow = Covered & { readonly flushRef: string }

async function spentOutputs(em: Em, flushes: readonly FlushEntity[]): Promise<CoveredRow[]> {
  const spent = flushes.flatMap(({ ref, spent: ids }) => (ids ?? []).map((id) => [id, ref] as const))
  if (spent.length === 0) return []
  const flushOf = new Map(spent)
  const deposits = await readCovered(em, sql<boolean>`id = ANY (${[...flushOf.keys()]}::text[])`)
  return deposits.map((deposit) => ({ ...deposit, flushRef: flushOf.get(deposit.id) ?? '' }))
}

async function emptiedBalances(em: Em, flushes: readonly FlushEntity[]): Promise<CoveredRow[]> {
  const contracts = flushes.filter(({ spent }) => spent === null)
  const [first] = contracts
  if (!first) return []
  const refs = contracts.map(({ ref }) => ref)
  return tables(em)
    .selectFrom('flush')
    .innerJoin('deposit', (join) =>
      join
        .onRef('deposit.chain', '=', 'flush.chain')
        .onRef('deposit.subject', '=', 'flush.subject')
        .onRef('deposit.subjectId', '=', 'flush.subjectId')
        .onRef('deposit.asset', '=', 'flush.asset'),
    )
    .select(['flush.ref as flushRef', ...COVERED.map((column) => `deposit.${column}` as const)])
    .where('flush.chain', '=', first.chain)
    .where(sql<boolean>`flush.ref = ANY (${refs}::text[])`)
    .where('deposit.state', '=', 'included')
    .where(sql<boolean>`(deposit.height, deposit.tx_place, deposit.log_place) < (flush.height, flush.tx_place, flush.log_place)`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM flush earlier
        WHERE earlier.chain = flush.chain AND earlier.subject_id = flush.subject_id AND earlier.asset = flush.asset
          AND (earlier.height, earlier.tx_place, earlier.log_place) < (flush.height, flush.tx_place, flush.log_place)
          AND (earlier.height, earlier.tx_place, earlier.log_place) >= (deposit.height, deposit.tx_place, deposit.log_place))`,
    )
    .orderBy('deposit.id')
    .forUpdate('deposit')
    .execute()
}

/** Stored deposits that a condition selects, locked. */
export const readCovered = (em: Em, where: ExpressionOrFactory<Tables, 'deposit', SqlBool>): Promise<Covered[]> =>
  tables(em).selectFrom('deposit').select(COVERED).where(where).orderBy('id').forUpdate().execute()
