import type { ChainNode, Transfer } from '@gateway/chains/rail'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { finalHeightOf } from '../../custody/payouts/final-height.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { earlier } from '../cursor/block-time.ts'
import { holdCursor, type Lease } from '../cursor/cursor.ts'
import { rematchUntraced } from './rematch-untraced.ts'
import type { Hit } from '../deposits/hit.ts'
import { assessOwners } from '../deposits/assess-owners.ts'
import type { LogPosition } from '../deposits/log-positions.ts'
import { type CheckedBlock, type BalanceCheck, readAll, readNamed, readWaiting } from './read-balance-checks.ts'
import { recordDeposits } from '../deposits/record-deposits.ts'

/** Where two rounds stand: one over payments that wait for coins, one over every address that was ever given out. Belongs to one scanner. */
export interface BalanceScans {
  open: string
  all: string
  /** Final block that was looked at last. */
  block: { readonly height: number; readonly hash: string } | undefined
  /** When the round over every address has begun last. */
  allBegan: Date | undefined
}

/** Rounds that begin. */
export const freshScans = (): BalanceScans => ({ open: BEGINNING, all: BEGINNING, block: undefined, allBegan: undefined })

/** How many balances are asked for in one call. */
const ASKED_AT_ONCE = 2_000
/** How far back balances are asked for: nodes forget those of old blocks. */
const MOST_BEHIND = 64
/** Less than a day, so that with finality and the pages before it no address waits longer than that. */
const ALL_EVERY_MS = 20 * 60 * 60 * 1_000
// After everything that the block itself tells: a flush in a later block covers it.
const LAST = 2 ** 31 - 1
const END_OF_BLOCK: LogPosition = { txPlace: LAST, logPlace: LAST }

/** What a sweep needs of a scan. */
interface Sweeping {
  readonly lease: Lease
  readonly node: ChainNode
  readonly subjects: AddressOwners
  readonly sweep: BalanceScans
}

/** A final block, and what is looked for in it. */
interface Look extends CheckedBlock {
  readonly hash: string
}

const pages = { open: readWaiting, all: readAll } as const

/**
 * Finds coins that came without a trace in the blocks: sent from within a contract, or as a reward.
 *
 * Looks once at each final block, one after the other: at a page of payments that wait, and, in a round that begins daily, at a page of all addresses. So
 * it is two calls for a block at most. What lay at an address beyond what is known up to that block is a deposit of it. A balance has no proof, and a node
 * that is about to take in its next block can answer out of that; of a final block it can tell nothing that is not in our rows already.
 */
export async function scanBalances(ctx: Context, scan: Sweeping, cursor: ChainCursorEntity): Promise<void> {
  const { node, sweep } = scan
  if (!node.readBalances) return
  const look = await findLook(ctx, scan, cursor)
  if (!look || look.hash === sweep.block?.hash) return
  await lookAt(ctx, scan, { look, round: 'open' })
  const now = ctx.clock.now()
  const begins = sweep.all === BEGINNING
  if (!begins || !sweep.allBegan || now.getTime() - sweep.allBegan.getTime() >= ALL_EVERY_MS) {
    await lookAt(ctx, scan, { look, round: 'all' })
    if (begins) sweep.allBegan = now
  }
  sweep.block = look
}

/** The final block after the one that was looked at last, or the newest, when there is none or too many have become final since. */
async function findLook(ctx: Context, { node: { rail }, sweep }: Sweeping, cursor: ChainCursorEntity): Promise<Look | undefined> {
  const { chain } = rail
  const newest = finalHeightOf(ctx.rails, chain, { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined })
  const next = sweep.block ? sweep.block.height + 1 : newest
  const height = next <= newest && newest - next < MOST_BEHIND ? next : newest
  const block = await readBlock(ctx.orm.em.fork(), { chain, height })
  return block && { coin: chain, height, hash: block.hash, at: earlier(block.at, ctx.clock.now()) }
}

/** A block that the cursor remembers. */
const readBlock = (em: Em, { chain, height }: { chain: ChainCode; height: number }) =>
  tables(em).selectFrom('chain_block').select(['hash', 'at']).where('chain', '=', chain).where('height', '=', height).executeTakeFirst()

/** Looks at a page of a round, which goes on after it the next time. */
async function lookAt(ctx: Context, scan: Sweeping, { look, round }: { look: Look; round: 'open' | 'all' }): Promise<void> {
  const { sweep } = scan
  const purses = await pages[round](ctx.orm.em.fork(), look, { after: sweep[round], limit: ASKED_AT_ONCE })
  const found = await findSurplus(ctx, scan, { purses, look })
  if (found.length > 0) await recordSurplus(ctx, scan, { found, look })
  sweep[round] = purses.length < ASKED_AT_ONCE ? BEGINNING : (purses.at(-1)?.id ?? BEGINNING)
}

/** An address at which more lay than the book has, and that surplus as a deposit. */
interface Found {
  readonly purse: BalanceCheck
  readonly hit: Hit
}

async function findSurplus(
  ctx: Context,
  { node, lease }: Sweeping,
  { purses, look }: { purses: readonly BalanceCheck[]; look: Look },
): Promise<Found[]> {
  if (purses.length === 0) return []
  const balances = (await node.readBalances?.({ addresses: purses.map(({ address }) => address), blockHash: look.hash })) ?? []
  return purses.flatMap((purse, at) => {
    if (purse.isCountedLater) return []
    const surplus = (balances[at] ?? purse.known) - purse.known
    if (surplus < 0n)
      ctx.log.error({ alarm: 'balance_short', chain: lease.chain, paymentId: purse.id }, 'less lies at an address than the book has')
    return surplus > 0n ? [{ purse, hit: hitOf(node, { purse, look, surplus }) }] : []
  })
}

function hitOf(node: ChainNode, { purse, look, surplus }: { purse: BalanceCheck; look: Look; surplus: bigint }): Hit {
  const to = node.rail.watchKey(purse.address)
  const ref = `${to}@${look.height}`
  const transfer: Transfer = { ref, txId: ref, to, asset: look.coin, token: null, units: surplus }
  return { transfer, watched: { address: to, subject: 'payment', subjectId: purse.id } }
}

/**
 * Writes what was found, if the cursor's chain still has the block. What has been recorded at an address since its balance was held against the book, as by
 * a rescan, is not recorded twice.
 */
async function recordSurplus(ctx: Context, { lease, subjects }: Sweeping, { found, look }: { found: readonly Found[]; look: Look }) {
  await transaction(ctx, async (em) => {
    const held = await holdCursor(em, lease)
    const { chain } = lease
    const { height, hash, at } = look
    if ((await readBlock(em, { chain, height }))?.hash !== hash) return
    const hits = await rematchUntraced(em, chain, await stillMissing(em, look, found))
    const view: ChainView = { height: held.height, finalizedHeight: held.finalizedHeight ?? undefined, at: ctx.clock.now() }
    const touched = await recordDeposits(em, { chain, at, block: { height, hash, place: END_OF_BLOCK }, binds: [] }, hits)
    await assessOwners(em, ctx, { lease, subjects, view, touched })
  })
}

/** What nobody has recorded meanwhile, as a rescan does without moving the cursor. */
async function stillMissing(em: Em, look: Look, found: readonly Found[]): Promise<Hit[]> {
  const now = await readNamed(
    em,
    look,
    found.map(({ purse }) => purse.id),
  )
  const known = new Map(now.filter(({ isCountedLater }) => !isCountedLater).map((purse) => [purse.id, purse.known]))
  return found.flatMap(({ purse, hit }) => (known.get(purse.id) === purse.known ? [hit] : []))
}
