import type { Tx } from './chain.ts'
import { judge } from './judge.ts'
import { recordDeposits } from './record-block.ts'
import type { Rows } from './rows.ts'

/** Records a mempool, in one transaction: vanished deposits first, so that a replacement never counts twice. The arrival is the time of reading. */
export function recordMempool(rows: Rows, { txs, at }: { txs: readonly Tx[]; at: Date }, now: Date): void {
  const present = new Set(txs.map((tx) => tx.id))
  const vanished = [...rows.deposits.values()].filter((deposit) => deposit.state === 'seen' && !present.has(deposit.txId))
  for (const deposit of vanished) Object.assign(deposit, { state: 'gone', goneAt: now, replaced: true })
  const seen = txs.flatMap((tx) => recordDeposits(rows, tx, { at, block: undefined }))
  judge(rows, [...vanished.map((deposit) => deposit.paymentId), ...seen], now)
}
