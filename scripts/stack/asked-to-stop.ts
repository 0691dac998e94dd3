const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Calls `stop` at the first SIGINT or SIGTERM with its exit code; a second one does not interrupt the shutdown, so no server stays behind.
 */
export function onAskedToStop(stop: (exitCode: number) => void, log: (line: string) => void): void {
  let isStopping = false
  const hear = (signal: keyof typeof exitCodes): void => {
    if (isStopping) return log('still stopping')
    isStopping = true
    stop(exitCodes[signal])
  }
  process.on('SIGINT', hear).on('SIGTERM', hear)
}
