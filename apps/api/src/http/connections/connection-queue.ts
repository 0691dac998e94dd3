import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SpeakingLimits, whenOverdue } from './when-overdue.ts'

/** The requests of every connection. */
export interface ConnectionQueue {
  /** Begins a request once its connection has room for it. */
  readonly enter: (socket: Socket, request: WaitingRequest) => void
  /**
   * Complains about the request that is read half and for which Node's clock has run out: at once, unless reading was paused meanwhile. Then once its
   * client has had as long since it was read on, if the rest is not there by then. Node tells each request once, so the clock is ours from then on.
   */
  readonly complainInTime: (socket: Duplex, complain: () => void) => void
}

/** How many requests of a connection are worked on, answers included that its client has not taken, and how long a client may speak. */
interface QueueLimits extends SpeakingLimits {
  readonly openRequests: number
}

/** A request that has arrived. */
interface WaitingRequest {
  readonly response: ServerResponse
  readonly begin: () => void
}

interface Queue {
  /** Requests that are worked on, or whose answers the client has not taken. */
  open: number
  isPaused: boolean
  /** When reading was last taken up again after a pause, on the clock of `performance`. */
  resumedAt: number
  /** How many have arrived, and the last of them. */
  arrived: number
  last: ServerResponse | undefined
  readonly waiting: WaitingRequest[]
}

/**
 * Works on so many requests of a connection at most, answers that its client has not taken included, and reads no further ones meanwhile.
 *
 * Node reads 64 KiB at once and hands over every request in them, so what comes beyond waits here. Two is the least: the body of a request that
 * fills the queue arrives once another one has left.
 */
export function connectionQueue(limits: QueueLimits): ConnectionQueue {
  const most = limits.openRequests
  const queues = new WeakMap<Duplex, Queue>()
  return {
    enter(socket, request) {
      const queue = queues.get(socket) ?? openQueue(socket, most)
      queues.set(socket, queue)
      queue.arrived += 1
      queue.last = request.response
      queue.waiting.push(request)
      advance(socket, { queue, most })
    },
    complainInTime(socket, complain) {
      const queue = queues.get(socket)
      if (queue) whenOverdue({ socket, reading: queue, limits }, complain)
      else complain()
    },
  }
}

function openQueue(socket: Socket, most: number): Queue {
  const queue: Queue = { open: 0, isPaused: false, resumedAt: Number.NEGATIVE_INFINITY, arrived: 0, last: undefined, waiting: [] }
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
  else if (queue.isPaused) {
    socket.resume()
    queue.resumedAt = performance.now()
  }
  queue.isPaused = isFull
}

const nextOf = ({ open, waiting }: Queue, most: number): WaitingRequest | undefined => (open < most ? waiting.shift() : undefined)
