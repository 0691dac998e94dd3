import type { FlushLog, OutcomeLog } from '../../rail/flush-log.ts'
import { watchKey } from '../address.ts'
import type { WireLog } from '../blocks/shapes.ts'
import type { EvmRail } from '../rail.ts'
import { readEscrowLog } from './read-decided.ts'

/**
 * Decodes what an escrow contract paid; empty for any other log.
 * Any contract can emit such a log, so it counts only for its `emitter`: the escrow's own address. The excess of a release is part of what the
 * parties got.
 */
export function decodeEscrowPayout(rail: EvmRail, log: WireLog): readonly FlushLog[] {
  const paid = readEscrowLog(rail.escrows.factory, log)
  if (paid?.kind !== 'released' && paid?.kind !== 'returned') return []
  const { transactionHash: txId, logIndex } = log
  const token = paid.token && watchKey(paid.token)
  const place = { ref: `${txId}:${logIndex}`, txId, logIndex, emitter: log.address, asset: rail.assetOfToken(token), token }
  if (paid.kind === 'returned') return [{ kind: 'flushed', ...place, merchantUnits: paid.units, feeUnits: 0n, pays: 'return' }]
  const merchantUnits = paid.beneficiaryUnits + paid.excessUnits
  return [{ kind: 'flushed', ...place, merchantUnits, feeUnits: paid.feeUnits, pays: 'release' }]
}

/** Decodes an outcome that this deployment's factory has recorded; empty for any other log. */
export function decodeOutcome(rail: EvmRail, log: WireLog): readonly OutcomeLog[] {
  const decided = readEscrowLog(rail.escrows.factory, log)
  if (decided?.kind !== 'decided') return []
  const { outcome, by: exit, escrow } = decided
  return [{ txId: log.transactionHash, logIndex: log.logIndex, address: watchKey(escrow), outcome, exit }]
}
