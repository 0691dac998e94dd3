import type { Deposit } from '@gateway/domain/chainwatch/deposit'
import { replayDeposit, type Observation, type DepositLocation } from '@gateway/domain/chainwatch/deposit-replay'
import type { ChainCode } from '@gateway/domain/money/asset'
import { creditRef } from '../../ledger/deposit-credit-ref.ts'

/** A deposit rebuilt from its observations. */
type ReplayedDeposit = Deposit & DepositLocation

/** The history of one object's deposits. */
export interface DepositHistory {
  /** All its deposits after each change; one transaction of the scanner is one change. */
  readonly changes: readonly (readonly ReplayedDeposit[])[]
  /** The time of the last change; undefined without one. */
  readonly changedAt: Date | undefined
  /** The ledger references of each inclusion's credit, by deposit. */
  readonly creditRefs: ReadonlyMap<string, readonly string[]>
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
  return { changes, changedAt: latest(own), creditRefs: creditRefsOf(own) }
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

/** A repeated inclusion in the same block is credited under a number. */
function creditRefsOf(observations: readonly Observation[]): Map<string, string[]> {
  const refs = new Map<string, string[]>()
  for (const { depositId, kind, blockHash } of observations) {
    if (kind !== 'included') continue
    const own = refs.get(depositId) ?? []
    const rounds = own.filter((ref) => ref.split('#')[0] === `${depositId}@${blockHash}`).length
    refs.set(depositId, [...own, creditRef(depositId, blockHash, rounds)])
  }
  return refs
}

const latest = (observations: readonly Observation[]): Date | undefined =>
  observations.reduce<Date | undefined>((last, { at }) => (last && last > at ? last : at), undefined)
