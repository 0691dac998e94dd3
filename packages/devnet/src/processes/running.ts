/** Takes one line of progress, without a line break; the caller decides where it is shown. */
export type Log = (line: string) => void

/** A server of ours that answered at least once. */
export type Running = {
  readonly pid: number
  /** Gives the exit code when the process is gone, or null when a signal ended it or it never ran; never rejects. */
  readonly exited: Promise<number | null>
  /** Ends the process in its own clean way and resolves once it is gone; calling it again is harmless. */
  readonly stop: () => Promise<void>
}

/** Says nothing: for callers that do not show progress. */
export const silent: Log = () => undefined
