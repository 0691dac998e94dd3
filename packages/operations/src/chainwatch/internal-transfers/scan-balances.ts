import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { assetOf, type ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { finalHeightOf } from '../../custody/payouts/final-height.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { transaction } from '../../kernel/transaction.ts'
import { earlier } from '../cursor/block-time.ts'
import { holdCursor, type Lease } from '../cursor/cursor.ts'
import { rematchUntraced } from './rematch-untraced.ts'
import type { Hit } from '../deposits/hit.ts'
import { assessOwners } from '../deposits/assess-owners.ts'
import type { LogPosition } from '../deposits/log-positions.ts'
import { type CheckedBlock, type BalanceCheck, readAll, readNamed, readUnproven, readWaiting } from './read-balance-checks.ts'
import { recordDeposits, type Touched } from '../deposits/record-deposits.ts'
import { settleUnproven } from '../unproven/settle-unproven.ts'

/** The progress of two rounds of one scanner: payments that wait for deposits, and every address ever given out. */
export interface BalanceScans {
  open: string
  all: string
  /** Takes the place of `open` once that is over. */
  unproven: string
  /** The newest block that was read before this scanner began, perhaps without the logs of coins. */
  readBefore: number | undefined
  /** Whether the running round over waiting payments began after logs show everything, and whether such a round has ended. */
  isLast: boolean
  isOver: boolean
  /** The last final block that was checked. */
  block: { readonly height: number; readonly hash: string } | undefined
  /** The start of the last round over every address. */
  allBegan: Date | undefined
}

/** Rounds at their beginning. */
export const freshScans = (): BalanceScans => ({
  open: BEGINNING,
  all: BEGINNING,
  unproven: BEGINNING,
  readBefore: undefined,
  isLast: false,
  isOver: false,
  block: undefined,
  allBegan: undefined,
})

/** The number of balances in one call. */
const ASKED_AT_ONCE = 2_000
/** The oldest block to ask balances of: nodes prune old state. */
const MAX_BEHIND = 64
const SECOND_MS = 1_000
/** Under a day, so that with finality and earlier pages no address waits longer than a day. */
const ALL_EVERY_MS = 20 * 60 * 60 * 1_000
// After everything in the block itself: a flush in a later block covers it.
const LAST = 2 ** 31 - 1
const END_OF_BLOCK: LogPosition = { txPlace: LAST, logPlace: LAST }

/** The parts of a scan that a sweep needs. */
interface Sweeping {
  readonly lease: Lease
  readonly node: ChainNode
  readonly subjects: AddressOwners
  readonly sweep: BalanceScans
}

/** A final block and the asset to check. */
interface Look extends CheckedBlock {
  readonly hash: string
}

const pages = { open: readWaiting, all: readAll, unproven: readUnproven } as const

/**
 * Finds internal transfers and block rewards, which leave no trace in the blocks, by balance.
 *
 * Checks each final block once: a page of waiting payments, and in a daily round a page of all addresses, so two calls per block at most. A surplus
 * over the known units is a deposit of that block. Where the node logs every transfer, waiting payments are left to the logs. Only final blocks count: a balance has no proof, and near the head a node may answer from its
 * next block.
 */
export async function scanBalances(ctx: Context, scan: Sweeping, cursor: ChainCursorEntity): Promise<void> {
  const { node, sweep } = scan
  if (!node.readBalances) return
  sweep.readBefore ??= cursor.height
  const look = await findLook(ctx, scan, cursor)
  if (!look || look.hash === sweep.block?.hash) return
  try {
    await checkBlock(ctx, scan, look)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    // A node that was restarted may have lost the state of older blocks for good.
    const newest = await findLook(ctx, { ...scan, sweep: freshScans() }, cursor)
    if (!newest || newest.hash === look.hash) throw error
    await checkBlock(ctx, scan, newest)
  }
}

async function checkBlock(ctx: Context, scan: Sweeping, look: Look): Promise<void> {
  const { sweep } = scan
  await lookAtWaiting(ctx, scan, look)
  const now = ctx.clock.now()
  const begins = sweep.all === BEGINNING
  if (!begins || !sweep.allBegan || now.getTime() - sweep.allBegan.getTime() >= ALL_EVERY_MS) {
    await lookAt(ctx, scan, { look, round: 'all' })
    if (begins) sweep.allBegan = now
  }
  sweep.block = look
}

/**
 * Looks at waiting payments, until a round has ended that began when every later transfer stands in the node's logs: what arrived before shows in its
 * balances. From then on only transfers without a proof are looked at.
 */
async function lookAtWaiting(ctx: Context, scan: Sweeping, look: Look): Promise<void> {
  const { sweep } = scan
  if (sweep.isOver) return void (await lookAt(ctx, scan, { look, round: 'unproven' }))
  if (sweep.open === BEGINNING) sweep.isLast = isLogged(scan, look)
  // What could not be recorded is found by a further round.
  if (!(await lookAt(ctx, scan, { look, round: 'open' }))) sweep.isLast = false
  sweep.isOver = sweep.isLast && sweep.open === BEGINNING
}

/** True for a block that this scanner has read with the logs of its coins. */
function isLogged({ node, sweep }: Sweeping, { height, at }: Look): boolean {
  const { transferLogsFrom = Infinity } = node.rail
  return height > (sweep.readBefore ?? Infinity) && at.getTime() >= transferLogsFrom * SECOND_MS
}

/** The next final block after the last one checked; the newest one at first, or after falling too far behind. */
async function findLook(ctx: Context, { node: { rail }, sweep }: Sweeping, cursor: ChainCursorEntity): Promise<Look | undefined> {
  const { chain } = rail
  const newest = finalHeightOf(ctx.rails, chain, { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined })
  const next = sweep.block ? sweep.block.height + 1 : newest
  const from = next <= newest && newest - next < MAX_BEHIND ? next : newest
  const block = await blocksOf(ctx.orm.em.fork(), chain)
    .where('height', '>=', from)
    .where('height', '<=', newest)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst()
  return block && { coin: chain, height: block.height, hash: block.hash, at: earlier(block.at, ctx.clock.now()) }
}

/** The blocks in the cursor's ring. */
const blocksOf = (em: Em, chain: ChainCode) =>
  tables(em).selectFrom('chain_block').select(['height', 'hash', 'at']).where('chain', '=', chain)

/** Checks a page of a round; the next call continues after it. @returns false if something that was found could not be recorded. */
async function lookAt(ctx: Context, scan: Sweeping, { look, round }: { look: Look; round: keyof typeof pages }): Promise<boolean> {
  const { sweep } = scan
  const wallets = await pages[round](ctx.orm.em.fork(), look, { after: sweep[round], limit: ASKED_AT_ONCE })
  const found = await findSurplus(ctx, scan, { wallets, look })
  const untraced = { name: 'untraced_deposits', keyOf: ({ wallet }: Found) => wallet.id, aboutOf: () => ({ chain: look.coin }) } as const
  const recorded = await sweepTogether(ctx, { ...untraced, rows: found }, async (some) => {
    await recordSurplus(ctx, scan, { found: some, look })
    return some
  })
  sweep[round] = wallets.length < ASKED_AT_ONCE ? BEGINNING : (wallets.at(-1)?.id ?? BEGINNING)
  return recorded.length === found.length
}

/** An address with more units than the ledger knows, or with a transfer that waits for the answer. */
interface Found {
  readonly wallet: BalanceCheck
  readonly surplus: bigint
}

async function findSurplus(
  ctx: Context,
  { node, lease }: Sweeping,
  { wallets, look }: { wallets: readonly BalanceCheck[]; look: Look },
): Promise<Found[]> {
  if (wallets.length === 0) return []
  const balances = (await node.readBalances?.({ addresses: wallets.map(({ address }) => address), blockHash: look.hash })) ?? []
  return wallets.flatMap((wallet, at) => {
    if (wallet.isCountedLater) return []
    const surplus = (balances[at] ?? wallet.known) - wallet.known
    if (surplus < 0n) ctx.log.error({ alarm: 'balance_short', chain: lease.chain, paymentId: wallet.id }, 'on-chain balance below ledger')
    return surplus > 0n || wallet.hasUnproven ? [{ wallet, surplus }] : []
  })
}

function hitOf(node: ChainNode, { wallet, look, surplus }: { wallet: BalanceCheck; look: Look; surplus: bigint }): Hit {
  const to = node.rail.watchKey(wallet.address)
  const ref = `${to}@${look.height}`
  const transfer: Transfer = { ref, txId: ref, to, asset: look.coin, token: null, units: surplus, untraced: true }
  return { transfer, watched: { address: to, subject: wallet.subject, subjectId: wallet.id } }
}

/**
 * Records a surplus, if the cursor's chain still has the block. Deposits recorded since the comparison, as by a rescan, are not recorded twice.
 */
async function recordSurplus(ctx: Context, { lease, node, subjects }: Sweeping, { found, look }: { found: readonly Found[]; look: Look }) {
  await transaction(ctx, async (em) => {
    const held = await holdCursor(em, lease)
    const { chain } = lease
    const { height, hash, at } = look
    if ((await blocksOf(em, chain).where('height', '=', height).executeTakeFirst())?.hash !== hash) return
    const { proven, rest } = await takeProven(em, ctx, { look, found: await stillMissing(em, look, found) })
    const hits = await rematchUntraced(
      em,
      chain,
      rest.map((one) => hitOf(node, { ...one, look })),
    )
    const view: ChainView = { height: held.height, finalizedHeight: held.finalizedHeight ?? undefined, at: ctx.clock.now() }
    const touched = await recordDeposits(em, { chain, at, block: { height, hash, place: END_OF_BLOCK }, inputs: [] }, hits)
    await assessOwners(em, ctx, { lease, subjects, view, touched: [...proven, ...touched] })
  })
}

/** Ends the wait of unproven transfers; the rest of each surplus is an internal transfer. */
async function takeProven(
  em: Em,
  ctx: Context,
  { look, found }: { look: Look; found: readonly Found[] },
): Promise<{ proven: Touched[]; rest: Found[] }> {
  const { chain } = assetOf(look.coin)
  const place = { height: look.height, ...END_OF_BLOCK }
  const proven: Touched[] = []
  const rest: Found[] = []
  for (const { wallet, surplus } of found) {
    const own = { chain, asset: look.coin, subjectId: wallet.id, place, units: surplus }
    const settled = wallet.hasUnproven ? await settleUnproven(em, ctx, own) : undefined
    proven.push(...(settled?.touched ?? []))
    const left = surplus - (settled?.units ?? 0n)
    if (left > 0n) rest.push({ wallet, surplus: left })
  }
  return { proven, rest }
}

/** The surplus that no concurrent rescan has recorded; a rescan does not move the cursor. */
async function stillMissing(em: Em, look: Look, found: readonly Found[]): Promise<Found[]> {
  const now = await readNamed(
    em,
    look,
    found.map(({ wallet }) => wallet.id),
  )
  const known = new Map(now.filter(({ isCountedLater }) => !isCountedLater).map((wallet) => [wallet.id, wallet.known]))
  return found.filter(({ wallet }) => known.get(wallet.id) === wallet.known)
}
