import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Timeouts for sending a request, in milliseconds: until its headers are complete, and until all of it is. */
export interface SpeakingLimits {
  readonly headersMs: number
  readonly requestMs: number
}

/** The reading state of a connection. */
interface Reading {
  /** Whether reading is paused until answers are read. */
  readonly isPaused: boolean
  /** When reading last resumed, on the clock of `performance`. */
  readonly resumedAt: number
  /** Number of arrived requests, and the last of them. */
  readonly arrived: number
  readonly last: ServerResponse | undefined
}

/**
 * Complains once the partly read request is overdue. A paused client is not late, and gets its full time again after resuming. No complaint
 * when the rest has arrived or the connection is closed.
 */
export function whenOverdue(
  { socket, reading, limits }: { socket: Duplex; reading: Reading; limits: SpeakingLimits },
  complain: () => void,
): void {
  // A request with incomplete headers has not arrived.
  const position = isWhole(reading.last) ? reading.arrived + 1 : reading.arrived
  const look = (): void => {
    const isThere = reading.arrived > position || (reading.arrived === position && isWhole(reading.last))
    if (socket.destroyed || isThere) return
    const limitMs = reading.arrived < position ? limits.headersMs : limits.requestMs
    const spokenMs = reading.isPaused ? 0 : performance.now() - reading.resumedAt
    if (spokenMs >= limitMs) complain()
    else setTimeout(look, limitMs - spokenMs).unref()
  }
  look()
}

const isWhole = (response: ServerResponse | undefined): boolean => response?.req.complete ?? true
