import type { Transfer } from '@gateway/chains/rail/transfer'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ObservationKind, WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Hit } from './hit.ts'
import { type Arrival, withInheritedArrivals } from './inherited-arrivals.ts'
import { type LogPosition, logPositions } from './log-positions.ts'

/** The source of transfers: a block, or the mempool (no block). */
export interface Sighting {
  readonly chain: ChainCode
  readonly at: Date
  readonly block: SightedBlock | undefined
  readonly inputs: readonly SpentInput[]
}

/** A block with transfers; their positions follow from its transactions unless one position is given for all. */
interface SightedBlock {
  readonly height: number
  readonly hash: string
  readonly txIds?: readonly string[]
  readonly place?: LogPosition
}

/** An object whose deposits changed. */
export interface Touched {
  readonly subject: WatchSubject
  readonly subjectId: string
}

/**
 * Stores transfers as deposits in the caller's transaction. The key is the name on the chain, which survives a reorg, so a known deposit is updated
 * and never doubled.
 *
 * A mempool sighting does not move a mined deposit. A replacement inherits the arrival of the deposit it replaces.
 */
export async function recordDeposits(em: Em, sighting: Sighting, hits: readonly Hit[]): Promise<Touched[]> {
  if (hits.length === 0) return []
  const { chain, at, block } = sighting
  const changed: Changed[] = []
  const derived = logPositions(block?.txIds ?? [])
  const arrivals = await withInheritedArrivals(em, sighting, hits)
  const placeOf = (transfer: Transfer) => (block ? (block.place ?? derived(transfer)) : nowhere)
  for (const rows of portions(arrivals.map((arrival) => ({ ...depositRow(arrival, sighting), ...placeOf(arrival.transfer) }))))
    changed.push(...(await storeDeposits(em, sighting, rows)))
  const inheritedBy = new Map(arrivals.map((arrival) => [idOf(chain, arrival.transfer), arrival.inheritedArrival]))
  const seen = changed.map((deposit) => ({ ...deposit, inheritedArrival: inheritedBy.get(deposit.id) ?? null }))
  await observe(em, { chain, at, kind: block ? 'included' : 'seen', block }, seen)
  const txIds = new Set(changed.map((row) => row.txId))
  await recordInputs(
    em,
    chain,
    sighting.inputs.filter((input) => txIds.has(input.txId)),
  )
  return changed
}

const nowhere = { txPlace: null, logPlace: null }

type DepositRow = ReturnType<typeof depositRow> & { readonly txPlace: number | null; readonly logPlace: number | null }

/** The deposit of an observation. */
type Observed = Pick<DepositEntity, 'id' | 'subjectId' | 'asset' | 'units'> & { readonly inheritedArrival?: Date | null }

type Changed = Touched & Observed & { readonly txId: string }

/** The rows that were new or changed. */
async function storeDeposits(em: Em, { block }: Sighting, rows: readonly DepositRow[]): Promise<Changed[]> {
  return tables(em)
    .insertInto('deposit')
    .values(rows)
    .onConflict((oc) =>
      oc
        // Deposits recorded under an older naming keep the id that the ledger uses.
        .columns(['chain', 'ref'])
        // After a reorg a transaction can move another amount, so everything but the key is overwritten.
        .doUpdateSet((eb) => ({
          ...Object.fromEntries(REPLACED_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ...Object.fromEntries(Object.entries(OWNED_COLUMNS).map(([property, column]) => [property, keptByOwner(column)])),
          goneAt: null,
          dead: false,
        }))
        .where(
          block
            ? (eb) => eb.or([eb('deposit.blockHash', 'is', null), eb('deposit.blockHash', '!=', block.hash)])
            : (eb) => eb('deposit.state', '=', 'gone'),
        ),
    )
    .returning(['id', 'subject', 'subjectId', 'asset', 'units', 'txId'])
    .execute()
}

/** Appends observations of deposits; replaying them gives the deposits. */
export async function observe(
  em: Em,
  fact: { chain: ChainCode; at: Date; kind: ObservationKind; block: Sighting['block'] },
  deposits: readonly Observed[],
): Promise<void> {
  if (deposits.length === 0) return
  const { chain, at, kind, block } = fact
  const rows = deposits.map(({ id, subjectId, asset, units, inheritedArrival = null }) => ({
    chain,
    depositId: id,
    subjectId,
    asset,
    units,
    kind,
    height: block?.height ?? null,
    blockHash: block?.hash ?? null,
    at,
    inheritedArrival,
  }))
  for (const portion of portions(rows)) await tables(em).insertInto('observation').values(portion).execute()
}

const REPLACED_COLUMNS = [
  'address',
  'subject',
  'subjectId',
  'asset',
  'token',
  'tokenAccount',
  'units',
  'state',
  'height',
  'blockHash',
  'txPlace',
  'logPlace',
] as const

const OWNED_COLUMNS = { intentId: 'intent_id', creditRevision: 'credit_revision', maturesAt: 'matures_at' } as const

/** Decisions about a deposit hold for its amount only: another amount in the same transaction is a new deposit. */
const keptByOwner = (column: (typeof OWNED_COLUMNS)[keyof typeof OWNED_COLUMNS]) =>
  sql`CASE WHEN deposit.subject_id = excluded.subject_id AND deposit.asset IS NOT DISTINCT FROM excluded.asset AND deposit.units = excluded.units
    THEN ${sql.ref(`deposit.${column}`)} END`

const idOf = (chain: ChainCode, { ref }: Transfer): string => `${chain}:${ref}`

const depositRow = ({ transfer, watched, inheritedArrival }: Arrival, { chain, at, block }: Sighting) => ({
  id: idOf(chain, transfer),
  chain,
  ref: transfer.ref,
  txId: transfer.txId,
  vout: transfer.vout ?? null,
  untraced: transfer.untraced ?? false,
  address: transfer.to,
  subject: watched.subject,
  subjectId: watched.subjectId,
  asset: transfer.asset,
  token: transfer.token,
  tokenAccount: transfer.tokenAccount ?? null,
  units: transfer.units,
  state: block ? ('included' as const) : ('seen' as const),
  height: block?.height ?? null,
  blockHash: block?.hash ?? null,
  arrivedAt: at,
  inheritedArrival,
  goneAt: null,
  replaced: false,
  reorged: false,
  dead: false,
  leastConfirmations: transfer.leastConfirmations ?? 0,
  maturesAt: null,
  creditRevision: null,
  heldIn: 'payment:held' as const,
  intentId: null,
})

async function recordInputs(em: Em, chain: ChainCode, inputs: readonly SpentInput[]): Promise<void> {
  for (const rows of portions(inputs.map(({ resource, sequence, txId }) => ({ chain, resource, sequence, txId, rivalHeight: null }))))
    await tables(em)
      .insertInto('deposit_input')
      .values(rows)
      .onConflict((oc) => oc.doNothing())
      .execute()
}
