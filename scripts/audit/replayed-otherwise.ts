import type { Orm } from '@gateway/db/orm'
import type { Difference } from '@gateway/operations/payments/replay/compare-payment'
import { replayPayments } from '@gateway/operations/payments/replay/replay-payments'

/** The invariant of a replay. */
export const REPLAYED = { id: 'I14', sentence: 'a stored payment equals the replay of its records' } as const

/** Replays every payment; undefined when each equals its replay. */
export async function findReplayedOtherwise(orm: Orm): Promise<(typeof REPLAYED & { readonly rows: readonly object[] }) | undefined> {
  const rows: Difference[] = []
  await replayPayments({ orm, tell: (difference) => void rows.push(difference) })
  return rows.length === 0 ? undefined : { ...REPLAYED, rows }
}
