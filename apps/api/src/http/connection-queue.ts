import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Begins a request once its connection has room for it. */
export type ConnectionQueue = (socket: Socket, request: WaitingRequest) => void

/** A request that has arrived. */
interface WaitingRequest {
  readonly response: ServerResponse
  readonly begin: () => void
}

interface Queue {
  /** Requests that are worked on, or whose answers the client has not taken. */
  open: number
  isPaused: boolean
  readonly waiting: WaitingRequest[]
}

/**
 * Works on at most `most` requests of a connection, answers that its client has not taken included, and reads no further ones meanwhile.
 *
 * Node reads 64 KiB at once and hands over every request in them, so what comes beyond waits here. Two is the least: the body of a request that
 * fills the queue arrives once another one has left.
 */
export function connectionQueue(most: number): ConnectionQueue {
  const queues = new WeakMap<Socket, Queue>()
  return (socket, request) => {
    const queue = queues.get(socket) ?? openQueue(socket, most)
    queues.set(socket, queue)
    queue.waiting.push(request)
    advance(socket, { queue, most })
  }
}

function openQueue(socket: Socket, most: number): Queue {
  const queue: Queue = { open: 0, isPaused: false, waiting: [] }
  // Whoever reads the body of an earlier request resumes the connection.
  socket.on('resume', () => void (queue.open >= most && socket.pause()))
  return queue
}

function advance(socket: Socket, { queue, most }: { queue: Queue; most: number }): void {
  if (socket.destroyed) return
  for (let next = nextOf(queue, most); next; next = nextOf(queue, most)) {
    queue.open += 1
    next.response.once('close', () => {
      queue.open -= 1
      // Not at once: a row of quick answers would keep all other connections waiting.
      if (queue.isPaused) setImmediate(() => advance(socket, { queue, most }))
    })
    next.begin()
  }
  const isFull = queue.open >= most
  if (isFull) socket.pause()
  else if (queue.isPaused) socket.resume()
  queue.isPaused = isFull
}

const nextOf = ({ open, waiting }: Queue, most: number): WaitingRequest | undefined => (open < most ? waiting.shift() : undefined)
