import type { FailpointName } from './failpoints.ts'

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
