/** Receives one line of progress, without a line break; the caller decides where it is shown. */
export type Log = (line: string) => void

/** A started server that answered at least once. */
export type Running = {
  readonly pid: number
  /** Resolves with the exit code when the process is gone, or null when a signal ended it or it never ran; never rejects. */
  readonly exited: Promise<number | null>
  /** Ends the process cleanly and resolves once it is gone; calling it again is harmless. */
  readonly stop: () => Promise<void>
}

/** No log: for callers that do not show progress. */
export const silent: Log = () => undefined
