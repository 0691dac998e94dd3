/** Where in its block something happened: the transaction, and the log within the block; the transaction's own value comes before its logs. */
export interface LogPosition {
  readonly txPlace: number
  readonly logPlace: number
}

const BEFORE_ALL_LOGS = -1
const LOG_INDEX = /:(\d+)$/

/** What a block tells of: where it is among the logs it says itself, or its id does (`txid:index`). */
interface Placed {
  readonly ref: string
  readonly txId: string
  readonly logIndex?: number
}

/** Tells the places of transfers and logs of a block, by the order of its transactions and within them. */
export function logPositions(txIds: readonly string[]): (event: Placed) => LogPosition {
  const order = new Map(txIds.map((txId, place) => [txId, place]))
  return ({ ref, txId, logIndex }) => ({
    txPlace: order.get(txId) ?? 0,
    logPlace: logIndex ?? Number(LOG_INDEX.exec(ref)?.[1] ?? BEFORE_ALL_LOGS),
  })
}
