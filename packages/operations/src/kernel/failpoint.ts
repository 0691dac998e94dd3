import type { FailpointName } from './context.ts'

/** Moments at which a process is frozen instead: it must do no harm when it goes on later, while another one has done its work. */
const FROZEN: ReadonlySet<FailpointName> = new Set(['S16', 'S22'])

/**
 * Makes this process kill itself, without any clean-up, the first time it reaches the named moment; or stop as if its machine were asleep.
 * For crash tests; refused in production.
 */
export function failpointAt(name: string | undefined): (reached: FailpointName) => void {
  let armed = name
  return (reached) => {
    if (reached !== armed) return
    armed = undefined
    process.kill(process.pid, FROZEN.has(reached) ? 'SIGSTOP' : 'SIGKILL')
  }
}
