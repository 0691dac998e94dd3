import type { FailpointName } from '@gateway/operations/context'

/** Makes this process kill itself, without any clean-up, the first time it reaches the named moment. For crash tests; refused in production. */
export function failpointAt(name: string | undefined): (reached: FailpointName) => void {
  return (reached) => {
    if (reached === name) process.kill(process.pid, 'SIGKILL')
  }
}
