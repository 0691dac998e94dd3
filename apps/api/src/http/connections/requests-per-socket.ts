import type { Socket } from 'node:net'

/** Returns the number of a request on its connection, from 1. */
export function requestsPerSocket(): (socket: Socket) => number {
  const counts = new WeakMap<Socket, number>()
  return (socket) => {
    const count = (counts.get(socket) ?? 0) + 1
    counts.set(socket, count)
    return count
  }
}
