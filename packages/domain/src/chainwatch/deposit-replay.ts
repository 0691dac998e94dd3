import type { ChainCode } from '../money/asset.ts'
import type { Deposit, DepositState, ObservationKind } from './deposit.ts'

/** What the scanner saw happening to one deposit. After a reorganisation the same deposit can be another amount, and somebody else's. */
export interface Observation extends Pick<Deposit, 'asset' | 'units'> {
  readonly depositId: string
  readonly subjectId: string
  readonly kind: ObservationKind
  readonly height: number | null
  readonly blockHash: string | null
  readonly at: Date
  /** On the first observation of a replacement: the arrival of the deposit that it replaces. */
  readonly inheritedArrival: Date | null
}

/** Everything about a deposit that follows from what was seen of it. */
export interface DepositLocation extends Pick<
  Deposit,
  'asset' | 'units' | 'state' | 'height' | 'arrivedAt' | 'inheritedArrival' | 'replaced' | 'reorged' | 'dead'
> {
  readonly subjectId: string
  readonly blockHash: string | null
  readonly goneAt: Date | null
  /** It was seen coming, and has never been away since: whoever asked at any moment from its arrival on was told of it. */
  readonly steady: boolean
}

/** Where the transactions of an orphaned block are: in the mempool, or nobody can say, because none is watched. */
const orphanedTo: Readonly<Record<ChainCode, DepositState>> = { BTC: 'seen', BCH: 'seen', ETH: 'gone', POL: 'gone', SOL: 'gone' }

const found = { goneAt: null, dead: false } as const
const unmined = { height: null, blockHash: null } as const

type Change = (seen: Observation, chain: ChainCode) => Partial<DepositLocation>

const changes: Readonly<Record<ObservationKind, Change>> = {
  seen: () => ({ ...found, ...unmined, state: 'seen' }),
  included: ({ height, blockHash }) => ({ ...found, state: 'included', height, blockHash }),
  vanished: ({ at }) => ({ ...unmined, state: 'gone', goneAt: at, replaced: true, steady: false }),
  orphaned: ({ at }, chain) =>
    orphanedTo[chain] === 'gone'
      ? { ...unmined, state: 'gone', goneAt: at, reorged: true, steady: false }
      : { ...unmined, state: 'seen', goneAt: null, reorged: true },
  died: () => ({ dead: true, steady: false }),
}

/**
 * Where a deposit stands after one more observation; `before` is undefined for its first, whose moment is its arrival.
 *
 * A block can carry a time before the moment at which it became known, so where a mempool is watched only a sight of that proves that a deposit
 * was known from its arrival on.
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
    steady: seen.kind === 'seen' || orphanedTo[chain] === 'gone',
  }
  return { ...(before ?? start), subjectId, asset, units, ...changes[seen.kind](seen, chain) }
}
