/** Where in its block something happened: the transaction, and the log within the block; the transaction's own value comes before its logs. */
export interface Place {
  readonly txPlace: number
  readonly logPlace: number
}

const BEFORE_ALL_LOGS = -1
const LOG_INDEX = /:(\d+)$/

/** Tells the places of transfers and logs of a block, from their ids (`txid:index`) and the order of its transactions. */
export function placesIn(txIds: readonly string[]): (event: { ref: string; txId: string }) => Place {
  const order = new Map(txIds.map((txId, place) => [txId, place]))
  return ({ ref, txId }) => ({ txPlace: order.get(txId) ?? 0, logPlace: Number(LOG_INDEX.exec(ref)?.[1] ?? BEFORE_ALL_LOGS) })
}
