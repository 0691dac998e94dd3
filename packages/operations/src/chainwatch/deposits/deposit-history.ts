import type { Deposit } from '@gateway/domain/chainwatch/deposit'
import { replayDeposit, type Observation, type DepositLocation } from '@gateway/domain/chainwatch/deposit-replay'
import type { PostingKey } from '@gateway/domain/ledger/entry'
import type { ChainCode } from '@gateway/domain/money/asset'

/** A deposit rebuilt from its observations. */
type ReplayedDeposit = Deposit & DepositLocation

/** The history of one object's deposits. */
export interface DepositHistory {
  /** All its deposits after each change; one transaction of the scanner is one change. */
  readonly changes: readonly (readonly ReplayedDeposit[])[]
  /** The time of the last change; undefined without one. */
  readonly changedAt: Date | undefined
  /** The keys under which its inclusions are credited, if they are. */
  readonly credits: readonly PostingKey[]
}

/** The object whose history is replayed. */
interface Owner {
  readonly subjectId: string
  readonly chain: ChainCode
}

/** Replays the observations of all deposits that an object has or had, in order. */
export function historyOf({ subjectId, chain }: Owner, observations: readonly Observation[]): DepositHistory {
  const known = new Map<string, ReplayedDeposit>()
  const changes: ReplayedDeposit[][] = []
  for (const batch of batchesOf(observations)) {
    for (const seen of batch) {
      const id = seen.depositId
      known.set(id, { id, chain, txId: seen.txId ?? '', ...replayDeposit(known.get(id), seen, chain) })
    }
    changes.push([...known.values()].filter((deposit) => deposit.subjectId === subjectId))
  }
  const own = observations.filter((seen) => seen.subjectId === subjectId)
  return { changes, changedAt: latest(own), credits: creditsOf(subjectId, observations) }
}

/** Consecutive observations of the same kind and time were written together. */
function batchesOf(observations: readonly Observation[]): Observation[][] {
  const batches: Observation[][] = []
  for (const seen of observations) {
    const batch = batches.at(-1)
    if (batch && keyOf(batch[0]) === keyOf(seen)) batch.push(seen)
    else batches.push([seen])
  }
  return batches
}

const keyOf = (seen: Observation | undefined): string => `${seen?.kind} ${seen?.blockHash} ${seen?.at.getTime()}`

/** An inclusion is credited under the number of times that its deposit was orphaned before, under any owner. */
function creditsOf(subjectId: string, observations: readonly Observation[]): PostingKey[] {
  const orphanings = new Map<string, number>()
  return observations.flatMap((seen) => {
    const revision = orphanings.get(seen.depositId) ?? 0
    if (seen.kind === 'orphaned') orphanings.set(seen.depositId, revision + 1)
    return seen.kind === 'included' && seen.subjectId === subjectId ? [{ ref: seen.depositId, revision }] : []
  })
}

const latest = (observations: readonly Observation[]): Date | undefined =>
  observations.reduce<Date | undefined>((last, { at }) => (last && last > at ? last : at), undefined)
