import { readShape } from '../../read-shape.ts'
import type { GasEstimate } from './cap-fees.ts'
import type { EvmRpc } from '../rpc.ts'
import type { EvmRail } from '../rail.ts'
import { Quantity, WireHeader } from '../blocks/shapes.ts'

/** Bounds for a node's suggested tip, in wei per gas. */
export interface PriorityFeeBounds {
  readonly minPriorityFeeWei: bigint
  readonly maxPriorityFeeWei: bigint
}

/** The gas price observed by the scanner. */
export interface FeeGauge {
  /** Records the price of a block that was read anyway. */
  note(seen: { height: number; baseFeeWei: bigint }): void
  /** @throws {ChainUnavailable} when the node does not say. */
  estimate(): Promise<GasEstimate>
}

const LASTS_BLOCKS = 12
const CACHE_MS = 30_000

/**
 * Keeps the base fee of the newest block seen and asks for the tip at most every 12 blocks or 30 seconds, so that scanning a block costs no
 * fee call. The base fee is a fact and used unchanged; the tip is a suggestion and kept within the bounds.
 */
export function createFeeGauge({ rail, rpc, bounds }: { rail: EvmRail; rpc: EvmRpc; bounds: PriorityFeeBounds }): FeeGauge {
  let base: Reading | undefined
  let priority: Reading | undefined
  const note = (seen: { height: number; baseFeeWei: bigint }): void => {
    // A catching-up scanner reads old blocks, whose prices are outdated.
    if (base && seen.height < base.height && isFresh(base, base.height)) return
    base = reading(seen.height, seen.baseFeeWei)
  }
  const freshBase = async (): Promise<Reading> => {
    if (!base || !isFresh(base, base.height)) base = await readBaseFee(rail, rpc)
    return base
  }
  const estimate = async () => {
    const { height, wei } = await freshBase()
    if (!priority || !isFresh(priority, height)) priority = reading(height, clamp(await readPriorityFee(rail, rpc), bounds))
    return { family: 'account', baseFeeWei: wei, priorityFeeWei: priority.wei } as const
  }
  return { note, estimate }
}

interface Reading {
  readonly height: number
  readonly wei: bigint
  readonly readAtMs: number
}

const reading = (height: number, wei: bigint): Reading => ({ height, wei, readAtMs: performance.now() })

const isFresh = (seen: Reading, height: number): boolean =>
  Math.abs(height - seen.height) < LASTS_BLOCKS && performance.now() - seen.readAtMs < CACHE_MS

async function readBaseFee(rail: EvmRail, rpc: EvmRpc): Promise<Reading> {
  const from = { chain: rail.chain, method: 'eth_getBlockByNumber' }
  const header = readShape(WireHeader, await rpc.call(from.method, ['latest', false]), from)
  return reading(header.number, header.baseFeePerGas)
}

async function readPriorityFee(rail: EvmRail, rpc: EvmRpc): Promise<bigint> {
  const from = { chain: rail.chain, method: 'eth_maxPriorityFeePerGas' }
  return readShape(Quantity, await rpc.call(from.method, []), from)
}

function clamp(wei: bigint, { minPriorityFeeWei, maxPriorityFeeWei }: PriorityFeeBounds): bigint {
  if (wei < minPriorityFeeWei) return minPriorityFeeWei
  return wei > maxPriorityFeeWei ? maxPriorityFeeWei : wei
}
