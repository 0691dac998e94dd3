import type { Hit, MatchedBlock, SpendHit } from '../deposits/hit.ts'
import { proveHits } from '../unproven/prove-hits.ts'
import { ChainUnavailable } from '@gateway/chains/errors'
import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode, MempoolView, Receipt } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { findWatchedAddresses, type WatchedAddress } from '@gateway/db/chainwatch/watched-address-queries'
import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { findOpenTransactions } from '../../custody/broadcast/find-open-transactions.ts'
import { findWatchedElsewhere } from '../wrong-chain/watched-elsewhere.ts'
import { findRefundFacts } from './find-refund-facts.ts'

/**
 * Selects the parts of a block that concern us, before any database transaction: three queries, one more for each other chain with
 * the same deposit addresses, receipts of our own transactions and native deposits only, and two calls for the balances of the latter. The cost does
 * not depend on the number of open payments.
 *
 * @throws {ChainUnavailable} when the node lacks a receipt, or returns one of another block.
 */
export async function matchBlock(ctx: Context, node: ChainNode, block: Block): Promise<MatchedBlock> {
  const { chain } = node.rail
  const flushed = block.flushes.filter((log) => log.kind === 'flushed')
  // A token's issuer may be able to take it back, so that only supported assets leave by a signature of ours.
  const spends = (block.spends ?? []).filter(({ asset }) => asset !== null)
  const outcomes = block.outcomes ?? []
  const addresses = addressesIn(block, spends)
  const watched = await readWatched(ctx, chain, addresses)
  const elsewhere = await findWatchedElsewhere(
    ctx,
    node.rail,
    addresses.filter((address) => !watched.has(address)),
  )
  const [candidates, astray] = [hitsOf(block.transfers, watched), hitsOf(block.transfers, elsewhere)]
  const refunds = await findRefundFacts(ctx, chain, block)
  const open = await findOpenTransactions(ctx.orm.em.fork(), chain)
  const ownTxIds = block.txIds.filter((txId) => open.has(txId))
  const uncertain = [...candidates, ...astray, ...refunds.transfers.map((transfer) => ({ transfer }))].filter(needsReceipt)
  const receipts = await readReceipts(node, { block, own: ownTxIds, native: uncertain.map(({ transfer }) => transfer.txId) })
  const hasHappened = (hit: Pick<Hit, 'transfer'>): boolean => !needsReceipt(hit) || receipts.get(hit.transfer.txId)?.succeeded === true
  const flushes = flushed.flatMap((log) => pair(log, watched.get(log.emitter)))
  const { proven, unproven } = await proveHits(ctx, node, { block, hits: candidates.filter(hasHappened), flushes })
  return {
    block,
    hits: proven,
    unproven,
    flushes,
    outcomes: outcomes.flatMap((log) => pair(log, watched.get(log.address))),
    spends: spends.flatMap((spend) => pairSpend(spend, watched.get(spend.from))),
    wrongChain: {
      hits: astray.filter(hasHappened),
      flushes: flushed.flatMap((log) => pair(log, elsewhere.get(log.emitter))),
    },
    refunds: { ...refunds, transfers: refunds.transfers.filter((transfer) => hasHappened({ transfer })) },
    receipts,
    ownTxIds,
  }
}

const addressesIn = ({ transfers, flushes, outcomes = [] }: Block, spends: readonly SpendHit['spend'][]): string[] => [
  ...transfers.map(({ to }) => to),
  ...flushes.map(({ emitter }) => emitter),
  ...outcomes.map(({ address }) => address),
  ...spends.map(({ from }) => from),
]

/** Mempool transfers that concern us. */
export async function matchMempool(
  ctx: Context,
  node: ChainNode,
  view: MempoolView,
): Promise<{ hits: Hit[]; inputs: readonly SpentInput[] }> {
  const addresses = view.transfers.map((transfer) => transfer.to)
  const watched = await readWatched(ctx, node.rail.chain, addresses)
  return { hits: hitsOf(view.transfers, watched), inputs: view.inputs }
}

/**
 * The watched addresses among these. An attacker who controls the api could watch any address for a payment, so a watch counts only if the
 * payment's immutable commit names the same address.
 */
async function readWatched(ctx: Context, chain: ChainCode, addresses: readonly string[]): Promise<ReadonlyMap<string, WatchedAddress>> {
  const watched = await findWatchedAddresses(ctx.orm.em.fork(), { chain, addresses })
  for (const { subjectId } of [...watched.values()].filter(({ isVouched }) => !isVouched))
    ctx.log.error({ alarm: 'watch_forged', chain, paymentId: subjectId }, 'watch rejected: the payment has another address')
  return new Map([...watched].filter(([, { isVouched }]) => isVouched))
}

function hitsOf(transfers: readonly Transfer[], watched: ReadonlyMap<string, WatchedAddress>): Hit[] {
  const hits = transfers.flatMap((transfer): Hit[] => {
    const owner = watched.get(transfer.to)
    return owner && transfer.units > 0n ? [{ transfer, watched: owner }] : []
  })
  return withoutRepeats(hits)
}

/**
 * A third party can cheaply send thousands of worthless tokens in one transaction. One record per transaction and address suffices for unsupported
 * tokens.
 */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const told = new Set<string>()
  return hits.filter(({ transfer: { asset, txId, to } }) => {
    const key = `${txId}|${to}`
    if (asset !== null) return true
    if (told.has(key)) return false
    told.add(key)
    return true
  })
}

const pair = <Log>(log: Log, owner: WatchedAddress | undefined): { log: Log; watched: WatchedAddress }[] =>
  owner ? [{ log, watched: owner }] : []

const pairSpend = (spend: SpendHit['spend'], owner: WatchedAddress | undefined): SpendHit[] => (owner ? [{ spend, watched: owner }] : [])

const needsReceipt = ({ transfer }: Pick<Hit, 'transfer'>): boolean => transfer.needsReceipt === true

/** A missing receipt for a known block is an error of the node; without it a deposit would be missed for ever. */
async function readReceipts(
  node: ChainNode,
  { block, own, native }: { block: Block; own: readonly string[]; native: readonly string[] },
): Promise<Map<string, Receipt>> {
  const txIds = [...new Set([...own, ...native])]
  const receipts = txIds.length === 0 ? [] : (block.receiptsOf?.(txIds) ?? (await node.readReceipts(txIds)))
  // During a reorg a node may answer from another branch, where the transaction may have failed.
  const astray = receipts.find((receipt) => receipt.blockHash !== undefined && receipt.blockHash !== block.hash)
  if (astray) throw new ChainUnavailable(node.rail.chain, `it gave the receipt of another block for ${astray.txId}`)
  const byId = new Map(receipts.map((receipt) => [receipt.txId, receipt]))
  const indispensable = node.rail.outcomeIn === 'receipt' ? txIds : native
  const missing = indispensable.find((txId) => !byId.has(txId))
  if (missing !== undefined) throw new ChainUnavailable(node.rail.chain, `it has no receipt for ${missing}, which its block holds`)
  return byId
}
