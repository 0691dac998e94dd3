import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { type Credit, findDepositsOf, findObservationsOf, markCredited, setMaturity } from '@gateway/db/chainwatch/deposit-queries'
import type { Em } from '@gateway/db/orm'
import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { Observation } from '@gateway/domain/chainwatch/deposit-replay'

/** All deposits of some objects, dead ones included, because assessment needs them all. */
export const readDeposits = (em: Em, subject: WatchSubject, subjectIds: readonly string[]): Promise<DepositEntity[]> =>
  findDepositsOf(em, { subject, subjectIds })

/** All observations of deposits that some objects have or had, in order. */
export const readObservations = (em: Em, subjectIds: readonly string[]): Promise<Observation[]> => findObservationsOf(em, { subjectIds })

/** Stores the height from which deposits may be credited, so that the scanner assesses them there. */
export const awaitMaturity = (em: Em, rows: readonly { id: string; maturesAt: number }[]): Promise<void> => setMaturity(em, rows)

/** Marks deposits credited by ledger transfers; they are not offered again until a reorg reverses them. */
export const recordCredited = (em: Em, rows: readonly Credit[]): Promise<void> => markCredited(em, rows)
