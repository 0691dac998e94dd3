import type { ChainCode } from '../money/asset.ts'
import { chainFacts } from '../money/chain-facts.ts'
import type { Deposit, ObservationKind } from './deposit.ts'

/** One observation of a deposit. After a reorg the same deposit can have another amount and another owner. */
export interface Observation extends Pick<Deposit, 'asset' | 'units'> {
  readonly depositId: string
  /** Its transaction; null where no row of the deposit is left. */
  readonly txId: string | null
  readonly subjectId: string
  readonly kind: ObservationKind
  readonly height: number | null
  readonly blockHash: string | null
  readonly at: Date
  /** On the first observation of a replacement: the arrival of the replaced deposit. */
  readonly inheritedArrival: Date | null
}

/** The state of a deposit that follows from its observations. */
export interface DepositLocation extends Pick<
  Deposit,
  'asset' | 'units' | 'state' | 'height' | 'arrivedAt' | 'inheritedArrival' | 'replaced' | 'reorged' | 'dead'
> {
  readonly subjectId: string
  readonly blockHash: string | null
  readonly goneAt: Date | null
  /** Seen on arrival and visible ever since, so every reader from that moment on saw it. */
  readonly steady: boolean
}

const found = { goneAt: null, dead: false } as const
const unmined = { height: null, blockHash: null } as const

type Change = (seen: Observation, chain: ChainCode) => Partial<DepositLocation>

const changes: Readonly<Record<ObservationKind, Change>> = {
  seen: () => ({ ...found, ...unmined, state: 'seen' }),
  included: ({ height, blockHash }) => ({ ...found, state: 'included', height, blockHash }),
  vanished: ({ at }) => ({ ...unmined, state: 'gone', goneAt: at, replaced: true, steady: false }),
  // Back to the mempool, or unknown where no mempool is watched.
  orphaned: ({ at }, chain) =>
    chainFacts[chain].watchesMempool
      ? { ...unmined, state: 'seen', goneAt: null, reorged: true }
      : { ...unmined, state: 'gone', goneAt: at, reorged: true, steady: false },
  died: () => ({ dead: true, steady: false }),
}

/**
 * The state of a deposit after one more observation; `before` is undefined for the first, whose time is its arrival.
 * A block's time can precede the moment it became known, so on a chain with a watched mempool only a mempool sighting makes a deposit
 * steady.
 */
export function replayDeposit(before: DepositLocation | undefined, seen: Observation, chain: ChainCode): DepositLocation {
  const { subjectId, asset, units } = seen
  const start = {
    ...found,
    ...unmined,
    state: 'seen' as const,
    arrivedAt: seen.at,
    inheritedArrival: seen.inheritedArrival,
    replaced: false,
    reorged: false,
    steady: seen.kind === 'seen' || !chainFacts[chain].watchesMempool,
  }
  return { ...(before ?? start), subjectId, asset, units, ...changes[seen.kind](seen, chain) }
}
