/** Moments at which a crash test kills or freezes a process, by their row of the crash matrix (safety.md). */
export const failpoints = {
  S0a: 'beforeCreateCommit',
  S1: 'afterCreateCommit',
  S1b: 'afterChangeCommit',
  S2: 'blockMatched',
  S3a: 'depositsWritten',
  S3b: 'depositEventsWritten',
  S4: 'beforeSigning',
  S5: 'attemptSigned',
  S6: 'beforeBroadcast',
  S7: 'broadcastAnswered',
  S9: 'beforeSettlement',
  S11: 'beforeReplacementBroadcast',
  S12: 'deliveryAnswered',
  S13: 'processorAnswered',
  S14a: 'sendBooked',
  S14b: 'sendAnswered',
  S15: 'velocityCounted',
  S16: 'beforeAttemptCommit',
  S18a: 'beforeHighWaterFile',
  S18b: 'beforeHighWaterRow',
  S19a: 'beforeDecisionCommit',
  S19b: 'afterDecisionCommit',
  S20: 'childWritten',
  S22: 'beforeAttemptStored',
  S23a: 'beforeTokensCommit',
  S23b: 'afterTokensCommit',
  S24: 'documentWritten',
  S25a: 'refundTransfersWritten',
  S25b: 'refundTransactionFound',
} as const

/** The row of a failpoint in the crash matrix. */
export type FailpointCode = keyof typeof failpoints
/** The name of a failpoint in code. */
export type FailpointName = (typeof failpoints)[FailpointCode]

/** Moments that freeze a process instead: it must do no harm when it resumes after another one has done its work. */
const FROZEN: ReadonlySet<FailpointName> = new Set(['beforeAttemptCommit', 'beforeAttemptStored'])

/**
 * Kills this process without clean-up the first time it reaches the named moment, or freezes it. For crash tests; refused in production.
 */
export function failpointAt(name: string | undefined): (reached: FailpointName) => void {
  let armed = name
  return (reached) => {
    if (reached !== armed) return
    armed = undefined
    process.kill(process.pid, FROZEN.has(reached) ? 'SIGSTOP' : 'SIGKILL')
  }
}
