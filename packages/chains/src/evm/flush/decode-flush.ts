import { type Hex, toEventSelector } from 'viem'
import type { FlushLog } from '../../rail/flush-log.ts'
import { watchKey } from '../address.ts'
import { decodeFlushLog } from './deposit-factory.ts'
import { depositAbi, depositFactoryAbi } from '../generated/deposit-contracts.ts'
import type { EvmRail } from '../rail.ts'
import type { WireLog } from '../blocks/shapes.ts'

/** First topics of the events of deposits and their factory. */
export const FLUSH_TOPICS: readonly Hex[] = [...depositAbi, ...depositFactoryAbi]
  .filter((entry) => entry.type === 'event')
  .map(toEventSelector)

/**
 * Decodes a flush event from a log; empty for any other log.
 * Any contract can emit such a log, so it counts only for its `emitter`: a deposit address for its own money. A failure counts only from
 * this deployment's factory, the one emitter that reports about other addresses.
 */
export function decodeFlush(rail: EvmRail, log: WireLog): readonly FlushLog[] {
  const decoded = decodeFlushLog(log)
  if (!decoded) return []
  const token = decoded.token && watchKey(decoded.token)
  const { transactionHash: txId, logIndex } = log
  const place = { ref: `${txId}:${logIndex}`, txId, logIndex, emitter: log.address }
  const money = { asset: rail.assetOfToken(token), token }
  if (decoded.kind === 'flushed')
    return [{ kind: 'flushed', ...place, ...money, merchantUnits: decoded.merchantUnits, feeUnits: decoded.feeUnits }]
  if (log.address !== watchKey(rail.factory)) return []
  return [{ kind: 'flush_failed', ...place, ...money, deposit: watchKey(decoded.deposit) }]
}
