import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SpeakingLimits, whenOverdue } from './when-overdue.ts'

/** The request queues of all connections. */
export interface ConnectionQueue {
  /** Begins a request once its connection has capacity. */
  readonly enter: (socket: Socket, request: WaitingRequest) => void
  /**
   * Complains about a partly read request whose Node timeout expired: at once, unless reading was paused meanwhile; then after the full
   * time since reading resumed. Node reports each request once, so the queue keeps the time from then on.
   */
  readonly complainInTime: (socket: Duplex, complain: () => void) => void
}

/** Concurrent requests of a connection, including unread answers, and the timeouts of a client. */
interface QueueLimits extends SpeakingLimits {
  readonly openRequests: number
}

/** A request that has arrived. */
interface WaitingRequest {
  readonly response: ServerResponse
  readonly begin: () => void
}

interface Queue {
  /** Requests in progress, or whose answers the client has not read. */
  open: number
  isPaused: boolean
  /** When reading last resumed, on the clock of `performance`. */
  resumedAt: number
  /** Number of arrived requests, and the last of them. */
  arrived: number
  last: ServerResponse | undefined
  readonly waiting: WaitingRequest[]
}

/**
 * Limits the concurrent requests of a connection, including unread answers, and pauses reading at the limit.
 * Node reads 64 KiB at once and hands over every request in them, so surplus requests wait here. The minimum is two: the body of a request
 * that fills the queue arrives once another one ends.
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
  // Reading the body of an earlier request resumes the connection.
  socket.on('resume', () => void (queue.open >= most && socket.pause()))
  return queue
}

function advance(socket: Socket, { queue, most }: { queue: Queue; most: number }): void {
  if (socket.destroyed) return
  for (let next = nextOf(queue, most); next; next = nextOf(queue, most)) {
    queue.open += 1
    next.response.once('close', () => {
      queue.open -= 1
      // Deferred: a series of quick answers would block all other connections.
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
