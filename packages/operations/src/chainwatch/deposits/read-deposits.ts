import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { type Credit, findDepositsOf, findObservationsOf, markCredited, setMaturity } from '@gateway/db/chainwatch/queries'
import type { Em } from '@gateway/db/orm'
import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { Observation } from '@gateway/domain/chainwatch/deposit-replay'

/** Everything that ever arrived for some objects, gone or not: objects are judged by all of it. */
export const readDeposits = (em: Em, subject: WatchSubject, subjectIds: readonly string[]): Promise<DepositEntity[]> =>
  findDepositsOf(em, { subject, subjectIds })

/** Everything that was ever seen of deposits that some objects have or had, in the order it was seen. */
export const readObservations = (em: Em, subjectIds: readonly string[]): Promise<Observation[]> => findObservationsOf(em, { subjectIds })

/** Says from which height on deposits may be credited, so that the scanner calls when it is reached. */
export const awaitMaturity = (em: Em, rows: readonly { id: string; maturesAt: number }[]): Promise<void> => setMaturity(em, rows)

/** Remembers which ledger transfers credited deposits; they are not offered again until a reorganisation takes them back. */
export const recordCredited = (em: Em, rows: readonly Credit[]): Promise<void> => markCredited(em, rows)
