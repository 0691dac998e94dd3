/** A position in a block: transaction and log. The transaction's own value comes before its logs. */
export interface LogPosition {
  readonly txPlace: number
  readonly logPlace: number
}

const BEFORE_ALL_LOGS = -1
const LOG_INDEX = /:(\d+)$/

/** A transfer or log whose log index is given, or part of its id (`txid:index`). */
interface Placed {
  readonly ref: string
  readonly txId: string
  readonly logIndex?: number
}

/** Maps a block's transfers and logs to positions, by transaction order and log index. */
export function logPositions(txIds: readonly string[]): (event: Placed) => LogPosition {
  const order = new Map(txIds.map((txId, place) => [txId, place]))
  return ({ ref, txId, logIndex }) => ({
    txPlace: order.get(txId) ?? 0,
    logPlace: logIndex ?? Number(LOG_INDEX.exec(ref)?.[1] ?? BEFORE_ALL_LOGS),
  })
}
