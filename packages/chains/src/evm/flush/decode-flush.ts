import { type Hex, toEventSelector } from 'viem'
import type { FlushLog } from '../../rail.ts'
import { watchKey } from '../address.ts'
import { decodeFlushLog } from './deposit-factory.ts'
import { depositAbi, depositFactoryAbi } from '../generated/deposit-contracts.ts'
import type { EvmRail } from '../rail.ts'
import type { WireLog } from '../blocks/shapes.ts'

/** First topics of the events by which deposits and their factory report. */
export const FLUSH_TOPICS: readonly Hex[] = [...depositAbi, ...depositFactoryAbi]
  .filter((entry) => entry.type === 'event')
  .map(toEventSelector)

/**
 * What a log says about a flush: one report, or none.
 *
 * Anybody may write such a log, so it speaks only for its `emitter`: a deposit address about its own money. A failure is believed from the
 * factory of this deployment alone, because only there an emitter speaks about somebody else.
 */
export function decodeFlush(rail: EvmRail, log: WireLog): readonly FlushLog[] {
  const decoded = decodeFlushLog(log)
  if (!decoded) return []
  const token = decoded.token && watchKey(decoded.token)
  const place = { ref: `${log.transactionHash}:${log.logIndex}`, txId: log.transactionHash, emitter: log.address }
  const money = { asset: rail.assetOfToken(token), token }
  if (decoded.kind === 'flushed')
    return [{ kind: 'flushed', ...place, ...money, merchantUnits: decoded.merchantUnits, feeUnits: decoded.feeUnits }]
  if (log.address !== watchKey(rail.factory)) return []
  return [{ kind: 'flush_failed', ...place, ...money, deposit: watchKey(decoded.deposit) }]
}
