import type { StripeClients } from './client.ts'
import { dutyOf, sendCall, type StripeRequest } from './calls.ts'
import { type FailedCall, outcomeOf } from './outcome.ts'
import type { Reader } from './answers/shape.ts'

/** How a call ended: with what it answered, or with why it did not. */
type CallOutcome<Facts> = { readonly result: 'done'; readonly facts: Facts } | FailedCall

/** How to send a request and to read its answer. */
interface CallOptions<Facts> {
  readonly read: Reader<Facts>
  /** The handle of the attempt, for every call that changes something: the client repeats a broken one by itself, once. */
  readonly idempotencyKey?: string
}

/** The card processor as its role calls it. */
export interface StripeProcessor {
  /**
   * Makes one call. It never throws for what the processor answers or fails to answer.
   * @throws {Error} for a call that changes something and has no key.
   */
  readonly send: <Facts>(request: StripeRequest, options: CallOptions<Facts>) => Promise<CallOutcome<Facts>>
}

const UNREADABLE: FailedCall = {
  result: 'unknown',
  status: 200,
  code: 'unreadable_answer',
  declineCode: null,
  param: null,
  requestId: null,
}

/** The processor behind its clients. */
export const createStripeProcessor = (clients: StripeClients): StripeProcessor => ({
  async send(request, { read, idempotencyKey }) {
    if (idempotencyKey === undefined && !isReading(request)) throw new Error(`${request.call} needs an idempotency key`)
    try {
      const facts = read(await sendCall(clients[dutyOf(request)], request, idempotencyKey))
      return facts === undefined ? UNREADABLE : { result: 'done', facts }
    } catch (error) {
      return outcomeOf(error)
    }
  },
})

const isReading = ({ call }: Pick<StripeRequest, 'call'>): boolean => call.endsWith('_retrieve') || call.endsWith('_list')
