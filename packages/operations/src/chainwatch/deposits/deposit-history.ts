import type { Deposit } from '@gateway/domain/chainwatch/deposit'
import { replayDeposit, type Observation, type DepositLocation } from '@gateway/domain/chainwatch/deposit-replay'
import type { ChainCode } from '@gateway/domain/money/asset'
import { creditRef } from '../../ledger/deposit-credit-ref.ts'

/** A deposit as its observations tell it. */
type ReplayedDeposit = Deposit & DepositLocation

/** How the deposits of one object came to be where they are. */
export interface DepositHistory {
  /** All that were its own after each change; what one transaction of the scanner saw is one change. */
  readonly changes: readonly (readonly ReplayedDeposit[])[]
  /** When the last change was seen; undefined when nothing was. */
  readonly changedAt: Date | undefined
  /** Ledger references that the credit of each inclusion would have, by deposit. */
  readonly creditRefs: ReadonlyMap<string, readonly string[]>
}

/** Whose history is told. */
interface Owner {
  readonly subjectId: string
  readonly chain: ChainCode
}

/** Replays what was seen of the deposits that one object has or had, in the order in which it was seen. */
export function historyOf({ subjectId, chain }: Owner, observations: readonly Observation[]): DepositHistory {
  const known = new Map<string, ReplayedDeposit>()
  const changes: ReplayedDeposit[][] = []
  for (const batch of batchesOf(observations)) {
    for (const seen of batch) {
      const id = seen.depositId
      known.set(id, { id, chain, txId: txIdOf(id), ...replayDeposit(known.get(id), seen, chain) })
    }
    changes.push([...known.values()].filter((deposit) => deposit.subjectId === subjectId))
  }
  const own = observations.filter((seen) => seen.subjectId === subjectId)
  return { changes, changedAt: latest(own), creditRefs: creditRefsOf(own) }
}

/** The id of a deposit is its chain and its place there, which begins with the transaction. */
const txIdOf = (depositId: string): string => depositId.split(':')[1] ?? ''

/** Neighbours that say the same of several deposits were written together. */
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

/** An inclusion in a block that the deposit was in before is credited under a number. */
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
