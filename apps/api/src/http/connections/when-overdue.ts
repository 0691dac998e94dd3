import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a client may take to say a request, in milliseconds: until its headers are there, and until all of it is. */
export interface SpeakingLimits {
  readonly headersMs: number
  readonly requestMs: number
}

/** How far a connection was read. */
interface Reading {
  /** Whether nothing is read at present because of what is still to be answered. */
  readonly isPaused: boolean
  /** When reading was last taken up again after a pause, on the clock of `performance`. */
  readonly resumedAt: number
  /** How many requests have arrived, and the last of them. */
  readonly arrived: number
  readonly last: ServerResponse | undefined
}

/**
 * Complains once the request that is read half now is overdue: nobody is late while he is not let speak, and whoever was not has all of the time again
 * from when he was. Not about a request of which the rest came, nor on a connection that is gone.
 */
export function whenOverdue(
  { socket, reading, limits }: { socket: Duplex; reading: Reading; limits: SpeakingLimits },
  complain: () => void,
): void {
  // The one of which only a part of the headers is there has not arrived.
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
