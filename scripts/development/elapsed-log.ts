import type { Log } from '@gateway/devnet/processes/running'

/** Prints lines with the seconds since the start of the command. */
export function elapsedLog(): Log {
  const startedAt = performance.now()
  return (line) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
