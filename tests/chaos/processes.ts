import { type FailpointCode, failpoints } from '@gateway/operations/kernel/failpoints'
import type { Running } from '@gateway/devnet/processes/running'
import type { Part } from '@gateway/scripts/stack/programs'
import { eventually } from '@gateway/testing/wait'
import { readFileSync } from 'node:fs'
import type { Story } from '../support/story.ts'

/** Ends a part by SIGTERM and returns its exit code: 0 for a clean exit, 1 after the timeout. */
export function end({ gateway }: Story, part: Part): ReturnType<Story['gateway']['ended']> {
  process.kill(pidOf({ gateway }, part), 'SIGTERM')
  return gateway.ended(part)
}

/** Kills a server and resolves when it has exited. */
export async function killServer({ pid, exited }: Running): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await exited
}

/** Restarts a part with a failpoint. */
export async function arm(story: Story, part: Part, code: FailpointCode): Promise<void> {
  await end(story, part)
  await story.gateway.start(part, { FAILPOINT: failpoints[code] })
}

/** Resolves when an armed part has crashed. @throws {Error} when it never reaches its failpoint. */
export async function crash({ gateway }: Story, part: Part): Promise<void> {
  const pid = pidOf({ gateway }, part)
  await eventually(`the ${part} to crash`, async () => !isRunning(pid))
  await gateway.ended(part)
}

/** Resolves when an armed part is frozen. */
export const freeze = ({ gateway }: Story, part: Part): Promise<boolean> =>
  eventually(`the ${part} to freeze`, async () => stateOf(pidOf({ gateway }, part)) === 'T')

/** Resumes a frozen part. */
export const thaw = ({ gateway }: Story, part: Part): void => void process.kill(pidOf({ gateway }, part), 'SIGCONT')

function pidOf({ gateway }: Pick<Story, 'gateway'>, part: Part): number {
  const pid = gateway.pid(part)
  if (pid === undefined) throw new Error(`the ${part} was never started`)
  return pid
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // No such process.
  }
}

/** The state of a process in proc(5); T is stopped. */
function stateOf(pid: number): string | undefined {
  return /^\d+ \(.*\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
}
