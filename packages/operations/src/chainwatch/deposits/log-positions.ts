/** A position in a block: transaction and log. The transaction's own value comes before its logs. */
export interface LogPosition {
  readonly txPlace: number
  readonly logPlace: number
}

const BEFORE_ALL_LOGS = -1

/** A transfer or log, with its index in the block, or as an output in the transaction. */
interface Placed {
  readonly txId: string
  readonly logIndex?: number
  readonly vout?: number
}

/** Maps a block's transfers and logs to positions, by transaction order and log index. */
export function logPositions(txIds: readonly string[]): (event: Placed) => LogPosition {
  const order = new Map(txIds.map((txId, place) => [txId, place]))
  return ({ txId, logIndex, vout }) => ({
    txPlace: order.get(txId) ?? 0,
    logPlace: logIndex ?? vout ?? BEFORE_ALL_LOGS,
  })
}
