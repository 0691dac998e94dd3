import type { FailpointName } from '@gateway/operations/context'

/** Makes a process kill itself, without any clean-up, the first time it reaches the named moment. Test wiring only. */
export function failpointAt(name: string | undefined): (reached: FailpointName) => void {
  return (reached) => {
    if (reached === name) process.kill(process.pid, 'SIGKILL')
  }
}
