import type { Socket } from 'node:net'

/** Counts requests: says of each which one of its connection it is, from 1. */
export function requestsPerSocket(): (socket: Socket) => number {
  const counts = new WeakMap<Socket, number>()
  return (socket) => {
    const count = (counts.get(socket) ?? 0) + 1
    counts.set(socket, count)
    return count
  }
}
