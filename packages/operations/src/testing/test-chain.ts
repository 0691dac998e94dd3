import { addressOwners } from '../jobs/address-owners.ts'
import { RawTransaction, readEffects } from '@gateway/chains/bitcoin/transaction'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { nameTokenTransfers } from '@gateway/chains/evm/blocks/name-token-transfers'
import type { Block } from '@gateway/chains/rail/block'
import type { BroadcastOutcome, ChainNode, Receipt } from '@gateway/chains/rail/chain-node'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { FlushLog, OutcomeLog } from '@gateway/chains/rail/flush-log'
import type { Transfer } from '@gateway/chains/rail/transfer'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { type AttemptWithInputs, INPUTS } from '@gateway/db/custody/attempt-queries'
import { tables } from '@gateway/db/tables'
import type { SpentInput, TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import { type Lease, takeLease } from '../chainwatch/cursor/cursor.ts'
import { matchBlock, matchMempool } from '../chainwatch/scanner/match-block.ts'
import { reportCaughtUp } from '../chainwatch/cursor/report-progress.ts'
import { recordBlock } from '../chainwatch/scanner/record-block.ts'
import { recordMempool } from '../chainwatch/scanner/record-mempool.ts'
import { rollBackBlock } from '../chainwatch/reorg/roll-back-block.ts'
import type { Context } from '../kernel/context.ts'
import { broadcastAttempts } from '../custody/broadcast/broadcast-attempts.ts'
import { storeFeeEstimates } from '../custody/costs/fee-estimates.ts'
import { openTreasury } from '../custody/treasury/open-treasury.ts'

/** The content of a test block; transaction ids follow from it. */
interface Content {
  readonly transfers?: readonly Transfer[]
  readonly inputs?: readonly SpentInput[]
  readonly flushes?: readonly FlushLog[]
  readonly outcomes?: readonly OutcomeLog[]
  readonly receipts?: readonly Receipt[]
  readonly attempts?: readonly AttemptWithInputs[]
  readonly at?: Date
  readonly hash?: string
  /** Transaction ids in block order, where the order matters. */
  readonly order?: readonly string[]
  /** The number of heights that the chain leaves out before this block; none by default. */
  readonly skipped?: number
  /** The finalized height from this block on. */
  readonly finalized?: number
}

/** A chain that a test writes block by block; the product's own code processes the blocks. */
export interface TestChain {
  readonly lease: Lease
  readonly node: ChainNode
  /** Appends a block and has it recorded. */
  mine(content?: Content): Promise<Block>
  /** Appends empty blocks, the last of which may finalize. */
  mineEmpty(count: number, finalized?: number): Promise<void>
  /** Removes the newest blocks, like a reorg. */
  rollBack(blocks?: number): Promise<void>
  /** Shows a gateway at the head a mempool with exactly these transfers. */
  showMempool(transfers?: readonly Transfer[], inputs?: readonly SpentInput[]): Promise<void>
  /** Watches the platform's address and funds it with gas money. */
  fundTreasury(address: string): Promise<void>
  /** Broadcasts the stored attempts; the node gives this answer. */
  send(outcome?: BroadcastOutcome): Promise<Uint8Array[]>
}

/** The real owners of addresses, as the worker wires them. */
export const subjects = addressOwners

const FIRST_HEIGHT = 100
/** The scanner starts this many blocks below the head of a new chain. */
const BELOW_HEAD = 20
const emptyBlock = { at: new Date(0), txIds: [], transfers: [], inputs: [], flushes: [] }
const GWEI = 1_000_000_000n
const feesOf = {
  BTC: { family: 'utxo', milliSatsPerVbyte: 2_000n },
  ETH: { family: 'account', baseFeeWei: GWEI, priorityFeeWei: GWEI },
  POL: { family: 'account', baseFeeWei: GWEI, priorityFeeWei: GWEI },
} as const satisfies Readonly<Record<string, FeeEstimate>>

/** A chain that tests can open. */
export type TestedChain = keyof typeof feesOf

interface Memory {
  finalized: number | undefined
  balance: bigint
  blocks: number
  receipts: Map<string, Receipt>
  /** The blocks that were mined, and those of transactions. */
  mined: Map<number, Block>
  heights: Map<string, number>
  outcome: BroadcastOutcome
  sent: Uint8Array[]
}

/** Opens a chain at block 100, with the scanner's lease and a fee estimate. */
export async function openChain(ctx: Context, chain: TestedChain): Promise<TestChain> {
  const known = { receipts: new Map(), mined: new Map(), heights: new Map() }
  const memory: Memory = { finalized: undefined, balance: 0n, blocks: 0, ...known, outcome: { outcome: 'accepted' }, sent: [] }
  const node = nodeOf(ctx, chain, memory)
  const lease = await takeLease(ctx, node)
  await storeFeeEstimates(ctx.orm.em.fork(), lease, { fees: feesOf[chain], at: ctx.clock.now() })
  const mine = (content: Content = {}) => mineBlock(ctx, { lease, node, memory }, content)
  return {
    lease,
    node,
    mine,
    async mineEmpty(count, finalized) {
      for (let left = count; left > 0; left--) await mine(left === 1 && finalized !== undefined ? { finalized } : {})
    },
    async rollBack(blocks = 1) {
      for (let left = blocks; left > 0; left--) await rollBackBlock(ctx, { lease, subjects })
    },
    async showMempool(transfers = [], inputs = []) {
      const view = { txIds: new Set(transfers.map(({ txId }) => txId)), transfers, inputs }
      const { hits } = await matchMempool(ctx, node, view)
      const [since, { height, hash }] = [ctx.clock.now(), await readCursor(ctx, lease)]
      await recordMempool(ctx, { lease, view, hits, at: since, subjects })
      await reportCaughtUp(ctx, { lease, head: { height, hash, finalizedHeight: memory.finalized }, since, knownUntil: since })
    },
    async fundTreasury(address) {
      await openTreasury(ctx, node, address)
      await mine({ transfers: [coins(address, 10n ** 18n, { tx: 999_999 })] })
    },
    async send(outcome = { outcome: 'accepted' }) {
      Object.assign(memory, { outcome, sent: [] })
      await broadcastAttempts(ctx, { node, subjects, height: (await readCursor(ctx, lease)).height })
      return memory.sent
    },
  }
}

/** Mines blocks without our transactions, which are broadcast again at each. */
export async function leaveOut(chain: Pick<TestChain, 'mineEmpty' | 'send'>, blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--) {
    await chain.mineEmpty(1)
    await chain.send({ outcome: 'known' })
  }
}

async function mineBlock(ctx: Context, own: { lease: Lease; node: ChainNode; memory: Memory }, content: Content): Promise<Block> {
  const { lease, node, memory } = own
  const cursor = await readCursor(ctx, lease)
  if (content.finalized !== undefined) memory.finalized = content.finalized
  const block = blockAfter(cursor, content, { at: ctx.clock.now(), number: ++memory.blocks })
  memory.receipts = new Map(block.txIds.map((txId) => [txId, { txId, succeeded: true, feeUnits: 0n }]))
  for (const receipt of content.receipts ?? []) memory.receipts.set(receipt.txId, receipt)
  const matched = await matchBlock(ctx, node, block)
  const head = { height: block.height, hash: block.hash, finalizedHeight: memory.finalized }
  const outcome = await recordBlock(ctx, { lease, matched, head, subjects })
  if (outcome !== 'recorded') throw new Error(`block ${block.height} was ${outcome}`)
  memory.mined.set(block.height, block)
  for (const txId of block.txIds) memory.heights.set(txId, block.height)
  return block
}

async function readCursor(ctx: Context, lease: Lease): Promise<ChainCursorEntity> {
  const cursor = await findCursor(ctx.orm.em.fork(), lease)
  if (!cursor) throw new Error('the chain has no cursor')
  return cursor
}

const nothing = { transfers: [], inputs: [], flushes: [], outcomes: [], receipts: [], attempts: [], order: [], skipped: 0 }

function blockAfter(parent: { height: number; hash: string }, content: Content, made: { at: Date; number: number }): Block {
  const { transfers, inputs, flushes, outcomes, receipts, attempts, order, skipped } = { ...nothing, ...content }
  const own = attempts.flatMap(({ handle, inputs: spent }) => spent.map((input) => ({ ...input, txId: handle })))
  const outputs = [...transfers, ...attempts.flatMap(outputsOf)]
  const named = [...outputs, ...inputs, ...flushes, ...outcomes, ...receipts, ...own]
  const height = parent.height + 1 + skipped
  return {
    height,
    hash: content.hash ?? `block-${height}-${made.number}`,
    parentHash: parent.hash,
    at: content.at ?? made.at,
    txIds: [...new Set([...order, ...named.map(({ txId }) => txId)])],
    transfers: namedAsInBlock(outputs),
    inputs: [...inputs, ...own],
    flushes,
    outcomes,
  }
}

/** What a transaction pays by its own bytes; calls of contracts pay by logs. */
const outputsOf = ({ chain, handle, raw }: AttemptWithInputs): readonly Transfer[] =>
  chain === 'BTC' ? readEffects(getBitcoinNetwork('BTC', 'regtest'), handle, RawTransaction.decode(raw)).transfers : []

/** Transfers with the names that a node gives them. */
export function namedAsInBlock(transfers: readonly Transfer[]): readonly Transfer[] {
  const logged = transfers.flatMap(({ logIndex, ...transfer }) => (logIndex === undefined ? [] : [{ ...transfer, logIndex }]))
  return [...transfers.filter(({ logIndex }) => logIndex === undefined), ...nameTokenTransfers(logged)]
}

function nodeOf(ctx: Context, chain: TestedChain, memory: Memory): ChainNode {
  const rail = ctx.rails.get(chain)
  if (!rail) throw new Error(`no rail for ${chain}`)
  return {
    rail,
    checkNetwork: async () => {},
    readHead: async () => ({ height: FIRST_HEIGHT + BELOW_HEAD, hash: 'head', finalizedHeight: memory.finalized }),
    readBlock: async (height) =>
      memory.mined.get(height) ?? { ...emptyBlock, height, hash: `block-${height}`, parentHash: `block-${height - 1}` },
    readMempool: async () => ({ txIds: new Set(), transfers: [], inputs: [] }),
    readReceipts: async (txIds) => txIds.flatMap((txId) => memory.receipts.get(txId) ?? []),
    findHeight: async (txId) => memory.heights.get(txId),
    estimateFees: async () => feesOf[chain],
    readBalance: async () => memory.balance,
    async broadcast(raw) {
      memory.sent.push(raw)
      return memory.outcome
    },
  }
}

/** A transaction id made from a number. */
export const txOf = (number: number): string => number.toString(16).padStart(64, '0')

/** An output of a Bitcoin transaction. */
export const output = (to: string, units: bigint, at: { tx: number; vout?: number }): Transfer => {
  const [txId, vout] = [txOf(at.tx), at.vout ?? 0]
  return { ref: `${txId}:${vout}`, txId, vout, to, asset: 'BTC', token: null, units }
}

/** The input that spends an output. */
export const inputOf = ({ txId, vout = 0 }: Pick<Transfer, 'txId' | 'vout'>): TransactionInput => ({ resource: txId, sequence: vout })

/** A native transfer on Ethereum. */
export const coins = (to: string, units: bigint, at: { tx: number }): Transfer => {
  const txId = `0x${txOf(at.tx)}`
  return { ref: `${txId}:native`, txId, to: to.toLowerCase(), asset: 'ETH', token: null, units, needsReceipt: true }
}

/** USDC (or, with `token`, an unsupported token) sent on Ethereum; the block gives it its name. */
export const tokens = (to: string, units: bigint, at: { tx: number; log?: number; token?: string }): Transfer => {
  const place = { ref: 'unnamed', txId: `0x${txOf(at.tx)}`, logIndex: at.log ?? 0, to: to.toLowerCase(), units }
  return at.token === undefined ? { ...place, asset: 'USDC_ETH', token: null } : { ...place, asset: null, token: at.token }
}

/** The flush log of a deposit contract; each address logs at an index of its own, after the deposits. */
export const flushed = (
  address: string,
  paid: { asset: 'ETH' | 'USDC_ETH'; merchantUnits: bigint; feeUnits: bigint },
  tx: string,
): FlushLog => {
  const logIndex = 1_000 + Number.parseInt(address.slice(-5), 16)
  return { kind: 'flushed', ref: `${tx}:${logIndex}`, txId: tx, logIndex, emitter: address.toLowerCase(), token: null, ...paid }
}

/** A transaction of a third party. */
export const THIRD_PARTY = `0x${'5'.repeat(64)}`

/** The flush log of a deposit contract that pays out USDC, less the platform's percent. */
export const flushedUsdc = (address: string, units: bigint, tx = THIRD_PARTY): FlushLog =>
  flushed(address, { asset: 'USDC_ETH', merchantUnits: units - units / 100n, feeUnits: units / 100n }, tx)

/** Every stored attempt, oldest first. */
export const attemptsOf = (ctx: Context): Promise<AttemptWithInputs[]> =>
  tables(ctx.orm.em.fork()).selectFrom('spend_attempt').selectAll().select(INPUTS.as('inputs')).orderBy('seq').execute() as Promise<
    AttemptWithInputs[]
  >
