import { presentTime } from '@gateway/contract/wire/time'
import type { ApiContext } from '@gateway/operations/context'
import { type PaymentNews, readPaymentNews } from '@gateway/operations/payments/read-payment-news'
import type { ServerResponse } from 'node:http'
import { openEventStream, type EventStream } from './event-stream.ts'

/** Somebody who follows a payment. */
export interface Follower {
  readonly paymentId: string
  /** The last event they have seen; undefined for how it stands now. */
  readonly after: number | undefined
  /** The payment as they may see it. */
  readonly show: (payment: PaymentNews['payment']) => unknown
}

/** Everybody who follows a payment at this process. */
export interface PaymentStreams {
  isFull(): boolean
  follow(follower: Follower, response: ServerResponse): void
  /** Ends all streams; their clients come back to another process. */
  close(): void
}

interface Stream extends Omit<Follower, 'after'> {
  after: number | undefined
  readonly out: EventStream
  readonly endsAt: number
}

const KEEP_ALIVE_MS = 15_000
const LONGEST_MS = 30 * 60 * 1_000
const MOST_STREAMS = 5_000
const finalStates: ReadonlySet<string> = new Set(['forwarded', 'expired', 'failed'])

type StreamContext = Pick<ApiContext, 'orm' | 'log'>

/** All streams of a process by payment, and the payments that something was heard of. */
interface Board {
  readonly api: StreamContext
  readonly streams: Map<string, Set<Stream>>
  readonly due: Set<string>
  isReading: boolean
}

/**
 * Streams of payments, fed by the one connection that hears of events: news of a payment are read once, whoever follows it.
 *
 * News that were missed are found with the next comment line, every 15 seconds, in one query for all streams.
 */
export function createPaymentStreams(
  api: StreamContext,
  news: { on(channel: string, ear: (payload: string) => void): void },
): PaymentStreams {
  const board: Board = { api, streams: new Map(), due: new Set(), isReading: false }
  const beat = setInterval(() => keepAlive(board), KEEP_ALIVE_MS)
  beat.unref()
  news.on('payment', (id) => void read(board, [id]))
  return {
    isFull: () => allOf(board).length >= MOST_STREAMS,
    follow: (follower, response) => {
      const stream = { ...follower, out: openEventStream(response), endsAt: performance.now() + LONGEST_MS }
      board.streams.set(stream.paymentId, (board.streams.get(stream.paymentId) ?? new Set()).add(stream))
      response.once('close', () => drop(board, stream))
      void read(board, [stream.paymentId])
    },
    close: () => {
      clearInterval(beat)
      for (const stream of allOf(board)) finish(board, stream)
    },
  }
}

const allOf = ({ streams }: Board): Stream[] => [...streams.values()].flatMap((group) => [...group])

function keepAlive(board: Board): void {
  const now = performance.now()
  for (const stream of allOf(board)) {
    if (now >= stream.endsAt) finish(board, stream)
    else stream.out.keepAlive()
  }
  void read(board, [...board.streams.keys()])
}

/** Reads the news of payments, one query at a time: what is heard of meanwhile goes into the next. */
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
  const groups = ids.map((id) => ({ id, group: [...(board.streams.get(id) ?? [])] }))
  const payments = groups.map(({ id, group }) => ({ id, after: Math.min(...group.map(({ after = 0 }) => after)) }))
  try {
    const byPayment = Map.groupBy(await readPaymentNews(board.api, { payments }), ({ paymentId }) => paymentId)
    for (const { id, group } of groups)
      for (const stream of group) if (sendNews(stream, byPayment.get(id) ?? []) === 'final') finish(board, stream)
  } catch (error) {
    board.api.log.warn({ err: error }, 'news of payments could not be read; they are looked for again')
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

/** Sends what a stream has not had; the first one without a beginning gets only how it stands now. */
function sendNews(stream: Stream, told: readonly PaymentNews[]): 'final' | 'open' {
  const latest = told.at(-1)
  if (!latest) return 'open'
  const after = stream.after ?? latest.sequence - 1
  for (const { sequence, type, createdAt, payment } of told.filter((item) => item.sequence > after)) {
    const content = { type, sequence, created_at: presentTime(createdAt), payment: stream.show(payment) }
    stream.out.send({ id: sequence, event: 'payment', content })
  }
  stream.after = latest.sequence
  if (!finalStates.has(latest.payment.status)) return 'open'
  stream.out.send({ event: 'end', content: {} })
  return 'final'
}
