import { ChainUnavailable } from '@gateway/chains/errors'
import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import type { FlushHit, Hit, UnprovenHit } from '../deposits/hit.ts'

/** The transfers of a block to our addresses, and what left those addresses in it. */
interface Arrived {
  readonly block: Pick<Block, 'hash' | 'parentHash' | 'height'>
  readonly hits: readonly Hit[]
  readonly flushes: readonly FlushHit[]
}

/** Transfers that may be deposits, and transfers that may not yet. */
interface Proved {
  readonly proven: Hit[]
  readonly unproven: UnprovenHit[]
}

/**
 * Holds transfers of the native coin against the balances of their receivers: together they are at most what the balance gained in their block, which
 * is what it holds more than before and what a flush paid out meanwhile. So no log that is not money is ever paid out, whoever wrote it.
 *
 * Two calls for a block, whatever the number of transfers, and none without one. Where the balance is less, nothing tells which transfer is wrong, so
 * none of that receiver counts. A node that does not answer, as for a block whose state it has pruned, does not stop the chain: its transfers wait.
 *
 * Gas payers are left out: their own transactions take from the balance.
 */
export async function proveHits(ctx: Pick<Context, 'log'>, node: ChainNode, arrived: Arrived): Promise<Proved> {
  const coin: AssetCode = node.rail.chain
  const isChecked = ({ transfer, watched }: Hit): boolean => transfer.asset === coin && watched.subject !== 'treasury'
  const byReceiver = Map.groupBy(arrived.hits.filter(isChecked), ({ transfer }) => transfer.to)
  const gains = byReceiver.size === 0 ? undefined : await readGains(ctx, node, { ...arrived, receivers: [...byReceiver.keys()] })
  if (!gains) return { proven: [...arrived.hits], unproven: [] }
  const unproven = [...byReceiver].flatMap(([receiver, hits]): UnprovenHit[] => {
    const gain = gains.get(receiver)
    if (gain !== undefined && sumUnits(hits.map(({ transfer }) => transfer)) <= gain) return []
    return hits.map((hit) => ({ ...hit, reason: gain === undefined ? 'balance_unread' : 'above_balance_gain' }))
  })
  const held = new Set(unproven.map(({ transfer }) => transfer))
  return { proven: arrived.hits.filter(({ transfer }) => !held.has(transfer)), unproven }
}

/** What each receiver gained, as far as the node says; undefined on a chain whose outputs prove themselves. */
async function readGains(
  { log }: Pick<Context, 'log'>,
  node: ChainNode,
  { block, flushes, receivers }: Arrived & { receivers: readonly string[] },
): Promise<ReadonlyMap<string, bigint> | undefined> {
  if (!node.readBalances) return undefined
  const { chain } = node.rail
  try {
    const before = await node.readBalances({ addresses: receivers, blockHash: block.parentHash })
    const after = await node.readBalances({ addresses: receivers, blockHash: block.hash })
    return new Map(
      receivers.map((receiver, at) => [receiver, (after[at] ?? 0n) - (before[at] ?? 0n) + paidOut(flushes, { receiver, asset: chain })]),
    )
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    log.warn({ chain, height: block.height, problem: error.message }, 'transfers wait: their balances were not read')
    return new Map()
  }
}

const paidOut = (flushes: readonly FlushHit[], { receiver, asset }: { receiver: string; asset: AssetCode }): bigint =>
  flushes
    .filter(({ log }) => log.emitter === receiver && log.asset === asset)
    .reduce((sum, { log: { merchantUnits, feeUnits } }) => sum + merchantUnits + feeUnits, 0n)
