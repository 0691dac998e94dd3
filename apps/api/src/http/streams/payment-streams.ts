import type { Actor } from '@gateway/domain/accounts/merchant'
import { findValidCredentials } from '@gateway/operations/accounts/auth/find-valid-credentials'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { type PaymentEvent, readPaymentUpdates } from '@gateway/operations/payments/reading/read-payment-updates'
import type { ServerResponse } from 'node:http'
import { openEventStream } from './event-stream.ts'
import { type StreamLimits, streamLimits } from './stream-limits.ts'
import { sendUpdates, type UpdatedStream } from './sse-updates.ts'

/** A client that follows a payment. */
export interface Follower {
  readonly paymentId: string
  /** Its last seen event; undefined to start with the latest. */
  readonly after: number | undefined
  /** The view of the payment it may see. */
  readonly show: (payment: PaymentEvent['payment']) => unknown
  /** Its name for the limits. */
  readonly caller: string
  /** The actor of its credential; absent without one. */
  readonly actor?: Actor | undefined
}

/** All streams of this process. */
export interface PaymentStreams {
  /** True when no further stream can be opened, in total or by this caller. */
  isFull(caller: string): boolean
  /** Holds a slot until the stream ends or its client disconnects; none for a client that already has. */
  follow(follower: Follower, response: ServerResponse): void
  /** Ends all streams; their clients reconnect to another process. */
  close(): void
}

interface Stream extends UpdatedStream, Pick<Follower, 'paymentId' | 'caller' | 'actor'> {}

type StreamContext = Pick<ApiContext, 'orm' | 'clock' | 'log'>

/** All streams of a process by payment, and the payments with pending notifications. */
interface Board {
  readonly api: StreamContext
  readonly streams: Map<string, Set<Stream>>
  readonly due: Set<string>
  isReading: boolean
}

/**
 * Payment streams, fed by the one connection that receives notifications: the updates of a payment are read once for all its streams.
 * Missed updates are found with the next comment line, in one query for all streams. A full stream gets the rest once its client has read.
 * A stream with a revoked or signed-out credential ends, and its client is refused on reconnect.
 */
export function createPaymentStreams(
  api: StreamContext,
  news: { on(channel: string, ear: (payload: string) => void): void },
  limits: StreamLimits = streamLimits,
): PaymentStreams {
  const board: Board = { api, streams: new Map(), due: new Set(), isReading: false }
  const beat = setInterval(() => keepAlive(board), limits.keepAliveMs)
  beat.unref()
  news.on('payment', (id) => void read(board, [id]))
  return {
    isFull: (caller) => {
      const open = allOf(board)
      return open.length >= limits.most || open.filter((stream) => stream.caller === caller).length >= limits.mostOfOne
    },
    follow: (follower, response) => {
      // A client that disconnected before the stream began emits no further close event.
      if (response.destroyed) return
      const tellOn = (): void => void read(board, [follower.paymentId])
      const stream = { ...follower, out: openEventStream(response, tellOn) }
      board.streams.set(stream.paymentId, (board.streams.get(stream.paymentId) ?? new Set()).add(stream))
      const end = setTimeout(() => finish(board, stream), limits.longestMs)
      response.once('close', () => {
        clearTimeout(end)
        drop(board, stream)
      })
      tellOn()
    },
    close: () => {
      clearInterval(beat)
      for (const stream of allOf(board)) finish(board, stream)
    },
  }
}

const allOf = ({ streams }: Board): Stream[] => [...streams.values()].flatMap((group) => [...group])

function keepAlive(board: Board): void {
  for (const { out } of allOf(board)) out.keepAlive()
  void read(board, [...board.streams.keys()])
}

/** Reads the updates of payments, one query at a time: notifications meanwhile go into the next one. */
async function read(board: Board, paymentIds: readonly string[]): Promise<void> {
  for (const id of paymentIds) if (board.streams.has(id)) board.due.add(id)
  if (board.isReading) return
  board.isReading = true
  while (board.due.size > 0) {
    const now = [...board.due].filter((id) => board.streams.has(id))
    board.due.clear()
    if (now.length > 0) await tell(board, now)
  }
  board.isReading = false
}

async function tell(board: Board, ids: readonly string[]): Promise<void> {
  const streams = ids.flatMap((id) => [...(board.streams.get(id) ?? [])]).filter(({ out }) => out.takesMore())
  if (streams.length === 0) return
  const groups = Map.groupBy(streams, ({ paymentId }) => paymentId)
  const payments = [...groups].map(([id, group]) => ({ id, after: Math.min(...group.map(({ after = 0 }) => after)) }))
  const actors = streams.flatMap(({ actor }) => actor ?? [])
  try {
    const [told, holding] = await Promise.all([readPaymentUpdates(board.api, { payments }), findValidCredentials(board.api, { actors })])
    for (const stream of streams) {
      const isRefused = stream.actor !== undefined && !holding.has(stream.actor)
      if (isRefused) finish(board, stream)
      else tellOne(board, stream, told.get(stream.paymentId) ?? (() => []))
    }
  } catch (error) {
    board.api.log.warn({ err: error }, 'payment updates read failed, retrying')
  }
}

/** A stream that cannot be told its updates breaks off, and the others go on. */
function tellOne(board: Board, stream: Stream, readNews: () => readonly PaymentEvent[]): void {
  try {
    if (sendUpdates(stream, readNews()) === 'final') finish(board, stream)
  } catch (error) {
    board.api.log.error({ err: error, paymentId: stream.paymentId }, 'payment stream broke off')
    drop(board, stream)
    stream.out.breakOff()
  }
}

function finish(board: Board, stream: Stream): void {
  drop(board, stream)
  stream.out.end()
}

function drop({ streams }: Board, stream: Stream): void {
  const others = streams.get(stream.paymentId)
  others?.delete(stream)
  if (others?.size === 0) streams.delete(stream.paymentId)
}
