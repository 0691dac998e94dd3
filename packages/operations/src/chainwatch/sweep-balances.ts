import type { ChainNode, Transfer } from '@gateway/chains/rail'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Subjects } from '../subjects.ts'
import { transaction } from '../transaction.ts'
import { holdCursor, type Lease } from './cursor.ts'
import { foundAgain } from './found-again.ts'
import { knownCoins } from './known-coins.ts'
import type { Hit } from './match-block.ts'
import { judge } from './record-block.ts'
import { readBlockTime } from './block-time.ts'
import type { Place } from './places-in.ts'
import { recordDeposits } from './record-deposits.ts'

/** Where two rounds stand: one over payments that wait for coins, one over every address that was ever given out. Belongs to one scanner. */
export interface SweepRounds {
  open: string
  all: string
  /** Block that was swept last. */
  block: string
  /** What was found at the last look and is not believed yet, in base units by payment. */
  doubted: ReadonlyMap<string, bigint>
}

/** Rounds that begin. */
export const freshRounds = (): SweepRounds => ({ open: BEGINNING, all: BEGINNING, block: '', doubted: NOTHING })

/** How many balances are asked for in one call. */
const ASKED_AT_ONCE = 2_000
// After everything that the block itself tells: a flush in a later block covers it.
const LAST = 2 ** 31 - 1
const END_OF_BLOCK: Place = { txPlace: LAST, logPlace: LAST }
const NOTHING: ReadonlyMap<string, bigint> = new Map()

/** What a sweep needs of a scan. */
interface Sweeping {
  readonly lease: Lease
  readonly node: ChainNode
  readonly subjects: Subjects
  readonly sweep: SweepRounds
}

/** An address of ours with the coins that the book knows to lie there. */
interface Purse {
  readonly id: string
  readonly address: string
  readonly known: bigint
}

/**
 * Finds coins that came without a trace in the blocks: sent from within a contract, or as a reward.
 *
 * At each new block a page of payments that wait, and a page of all addresses: two calls at most, however many there are, and one more for what was
 * found. What lies at an address beyond what is known is recorded as a deposit once a second look, at this block or a later one, has shown it too:
 * a balance has no proof, and a node that is about to take in its next block can have answered out of that.
 */
export async function sweepBalances(ctx: Context, scan: Sweeping, cursor: ChainCursorEntity): Promise<void> {
  const { node, sweep } = scan
  if (!node.readBalances) return
  const coin: AssetCode = node.rail.chain
  const em = ctx.orm.em.fork()
  if (sweep.doubted.size > 0) await lookAgain(ctx, scan, { coin, cursor })
  if (sweep.block === cursor.hash) return
  const doubted = new Map<string, bigint>()
  for (const round of ['open', 'all'] as const) {
    const purses = await pages[round](em, { coin, after: sweep[round] })
    for (const { purse, surplus } of await findSurplus(ctx, scan, { purses, cursor })) doubted.set(purse.id, surplus)
    sweep[round] = purses.length < ASKED_AT_ONCE ? BEGINNING : (purses.at(-1)?.id ?? BEGINNING)
  }
  Object.assign(sweep, { block: cursor.hash, doubted })
}

/** Records what was found before and is found again, as far as both looks agree. */
async function lookAgain(ctx: Context, scan: Sweeping, { coin, cursor }: { coin: AssetCode; cursor: ChainCursorEntity }): Promise<void> {
  const { sweep, node } = scan
  const purses = await readPursesOf(ctx.orm.em.fork(), coin, [...sweep.doubted.keys()])
  const found = await findSurplus(ctx, scan, { purses, cursor })
  const believed = found.map(({ purse, surplus }): Found => {
    const before = sweep.doubted.get(purse.id) ?? 0n
    const both = surplus < before ? surplus : before
    return { purse, hit: hitOf(node, { purse, coin, surplus: both, height: cursor.height }) }
  })
  if (believed.length > 0) await recordSurplus(ctx, scan, { found: believed, coin, cursor })
  sweep.doubted = NOTHING
}

interface Page {
  readonly purses: readonly Purse[]
  readonly cursor: ChainCursorEntity
}

async function findSurplus(
  ctx: Context,
  { node, lease }: Sweeping,
  { purses, cursor }: Page,
): Promise<{ purse: Purse; surplus: bigint }[]> {
  if (purses.length === 0) return []
  const balances = (await node.readBalances?.({ addresses: purses.map(({ address }) => address), blockHash: cursor.hash })) ?? []
  return purses.flatMap((purse, at) => {
    const surplus = (balances[at] ?? purse.known) - purse.known
    if (surplus < 0n)
      ctx.log.error({ alarm: 'balance_short', chain: lease.chain, paymentId: purse.id }, 'less lies at an address than the book has')
    return surplus > 0n ? [{ purse, surplus }] : []
  })
}

/** An address at which more lies than the book has, and that surplus as a deposit. */
interface Found {
  readonly purse: Purse
  readonly hit: Hit
}

function hitOf(node: ChainNode, found: { purse: Purse; coin: AssetCode; surplus: bigint; height: number }): Hit {
  const { purse, coin, surplus, height } = found
  const to = node.rail.watchKey(purse.address)
  const ref = `${to}@${height}`
  const transfer: Transfer = { ref, txId: ref, to, asset: coin, token: null, units: surplus }
  return { transfer, watched: { address: to, subject: 'payment', subjectId: purse.id } }
}

/**
 * Writes what was found, if the cursor still stands where the balances were read. What has been recorded at an address since its balance was held
 * against the book is not recorded twice: the next block's sweep looks again.
 */
async function recordSurplus(
  ctx: Context,
  { lease, subjects }: Sweeping,
  { found, coin, cursor }: { found: readonly Found[]; coin: AssetCode; cursor: ChainCursorEntity },
) {
  await transaction(ctx, async (em) => {
    const held = await holdCursor(em, lease)
    if (held.hash !== cursor.hash) return
    const hits = await stillMissing(em, coin, found)
    const view: ChainView = { height: held.height, finalizedHeight: held.finalizedHeight ?? undefined, at: ctx.clock.now() }
    const block = { height: held.height, hash: held.hash, place: END_OF_BLOCK }
    const at = await readBlockTime(em, held, view.at)
    const touched = await recordDeposits(em, { chain: lease.chain, at, block, binds: [] }, await foundAgain(em, lease.chain, hits))
    await judge(em, ctx, { lease, subjects, view, touched })
  })
}

/** What nobody has recorded meanwhile, as a rescan does without moving the cursor. */
async function stillMissing(em: Em, coin: AssetCode, found: readonly Found[]): Promise<Hit[]> {
  const now = await readPursesOf(
    em,
    coin,
    found.map(({ purse }) => purse.id),
  )
  const known = new Map(now.map((purse) => [purse.id, purse.known]))
  return found.flatMap(({ purse, hit }) => (known.get(purse.id) === purse.known ? [hit] : []))
}

type ReadPage = (em: Em, page: { coin: AssetCode; after: string }) => Promise<Purse[]>

const pages: Readonly<Record<'open' | 'all', ReadPage>> = {
  open: (em, { coin, after }) =>
    readPurses(
      em,
      coin,
      sql`SELECT payment.id, payment.address FROM payment WHERE payment.id > ${after} AND payment.asset = ${coin}
        AND payment.state IN ('pending', 'detected') ORDER BY payment.id LIMIT ${ASKED_AT_ONCE}`,
    ),
  all: (em, { coin, after }) =>
    readPurses(
      em,
      coin,
      sql`SELECT commit.subject_id AS id, commit.address FROM commit WHERE commit.subject = 'payment' AND commit.chain = ${coin}
        AND commit.subject_id > ${after} ORDER BY commit.subject_id LIMIT ${ASKED_AT_ONCE}`,
    ),
}

const readPursesOf = (em: Em, coin: AssetCode, ids: readonly string[]): Promise<Purse[]> =>
  readPurses(em, coin, sql`SELECT id, address FROM payment WHERE id = ANY (${ids}::uuid[])`)

async function readPurses(em: Em, coin: AssetCode, page: ReturnType<typeof sql>): Promise<Purse[]> {
  const known = knownCoins(sql`page.id::text`, sql`${coin}`)
  const { rows } = await sql<{ id: string; address: string; known: string }>`SELECT page.id, page.address, ${known} AS known
    FROM (${page}) AS page ORDER BY page.id`.execute(tables(em))
  return rows.map(({ id, address, known }) => ({ id, address, known: BigInt(known) }))
}
