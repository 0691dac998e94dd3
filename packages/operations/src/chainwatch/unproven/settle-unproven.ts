import type { UnprovenTransferEntity } from '@gateway/db/chainwatch/unproven-transfer.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { LogPosition } from '../deposits/log-positions.ts'
import { recordDeposits, type Touched } from '../deposits/record-deposits.ts'
import { alarmUnproven } from './record-unproven.ts'

/** What lay at an owner's address at a place of the final chain beyond its deposits, since its last flush before that place. */
export interface Surplus {
  readonly chain: ChainCode
  readonly asset: AssetCode
  readonly subjectId: string
  readonly place: LogPosition & { readonly height: number }
  readonly units: bigint
}

/** The part of a surplus that is deposits now. */
interface Settled {
  readonly units: bigint
  readonly touched: readonly Touched[]
}

const NOTHING: Settled = { units: 0n, touched: [] }

/**
 * Ends the wait of an owner's unproven transfers up to a place, by what lay there. Those whose balances nobody could tell are deposits of their own
 * blocks if the surplus has all of them. Any other is refuted for good, with an alarm: the caller counts the surplus, which is what there is.
 */
export async function settleUnproven(em: Em, ctx: Pick<Context, 'log' | 'clock'>, surplus: Surplus): Promise<Settled> {
  const waiting = await lockWaiting(em, surplus)
  if (waiting.length === 0) return NOTHING
  const unread = waiting.filter(({ reason }) => reason === 'balance_unread')
  const isProven = unread.length > 0 && sumUnits(unread) <= surplus.units
  const refuted = isProven ? waiting.filter((row) => !unread.includes(row)) : waiting
  await endWait(em, ctx, { rows: refuted, outcome: 'refuted' })
  // The others had their alarm when their block was read.
  if (!isProven) alarmUnproven(ctx, unread)
  return isProven ? recordProven(em, ctx, unread) : NOTHING
}

/** Those of some owners that have an unproven transfer whose wait has not ended. */
export async function findUnprovenOwners(
  em: Em,
  { chain, subjectIds }: { chain: ChainCode; subjectIds: readonly string[] },
): Promise<Set<string>> {
  const waiting = tables(em)
    .selectFrom('unproven_transfer')
    .select('subjectId')
    .distinct()
    .where('chain', '=', chain)
    .where('outcome', 'is', null)
  const rows = await waiting.where(isOneOf('subjectId', subjectIds, 'text')).execute()
  return new Set(rows.map(({ subjectId }) => subjectId))
}

const lockWaiting = (em: Em, { chain, asset, subjectId, place: { height, txPlace, logPlace } }: Surplus) =>
  tables(em)
    .selectFrom('unproven_transfer')
    .selectAll()
    .where('chain', '=', chain)
    .where('subjectId', '=', subjectId)
    .where('asset', '=', asset)
    .where('outcome', 'is', null)
    .where(sql<boolean>`(height, tx_place, log_place) < (${height}, ${txPlace}, ${logPlace})`)
    // What an earlier flush paid out is settled by that flush.
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM flush WHERE flush.chain = ${chain} AND flush.subject_id = ${subjectId} AND flush.asset = ${asset}
        AND (flush.height, flush.tx_place, flush.log_place) < (${height}, ${txPlace}, ${logPlace})
        AND (flush.height, flush.tx_place, flush.log_place) >= (unproven_transfer.height, unproven_transfer.tx_place, unproven_transfer.log_place))`,
    )
    .orderBy('ref')
    .forUpdate()
    .execute() as Promise<UnprovenTransferEntity[]>

/** Its block is final, so no reorganisation asks for the inputs of its transaction. */
async function recordProven(em: Em, ctx: Pick<Context, 'clock'>, rows: readonly UnprovenTransferEntity[]): Promise<Settled> {
  const touched: Touched[] = []
  for (const { chain, ref, txId, address, subject, subjectId, asset, units, height, blockHash, txPlace, logPlace, arrivedAt } of rows) {
    const hit = { transfer: { ref, txId, to: address, asset, token: null, units }, watched: { address, subject, subjectId } }
    const block = { height, hash: blockHash, place: { txPlace, logPlace } }
    touched.push(...(await recordDeposits(em, { chain, at: arrivedAt, block, inputs: [] }, [hit])))
  }
  await endWait(em, ctx, { rows, outcome: 'recorded' })
  return { units: sumUnits(rows), touched }
}

/** Transfers by their names. */
interface Ended {
  readonly rows: readonly Pick<UnprovenTransferEntity, 'chain' | 'ref'>[]
  readonly outcome: 'recorded' | 'refuted'
}

/** Transfers wait no longer; one that does not wait is left as it is. */
export async function endWait(em: Em, { clock }: Pick<Context, 'clock'>, { rows, outcome }: Ended): Promise<void> {
  const [first] = rows
  if (!first) return
  await tables(em)
    .updateTable('unproven_transfer')
    .set({ outcome, endedAt: clock.now() })
    .where('chain', '=', first.chain)
    .where(
      'ref',
      'in',
      rows.map(({ ref }) => ref),
    )
    .where('outcome', 'is', null)
    .execute()
}
