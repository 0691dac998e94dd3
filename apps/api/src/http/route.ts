import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from './limits/admission.ts'

/** One request on its way to a route. */
export interface ApiRequest {
  readonly message: IncomingMessage
  readonly requestId: string
  /** Said about the answer while it is made. */
  readonly reply: Reply
  /** Path parameters, decoded once. */
  readonly params: Readonly<Record<string, string>>
  /** Everything after the question mark, not decoded. */
  readonly search: string
}

/** What is sent back. */
export interface Answer {
  readonly status: number
  readonly body: string | Buffer
  /** Why the request was refused, for our records. */
  readonly code?: string
  /** Media type; JSON unless it says otherwise. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Goes on with the answer after its headers, for as long as it likes; `body` is not sent then. */
  readonly stream?: (response: ServerResponse) => void
}

/** One method at one address. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters stand in braces and fill a whole segment, as in the API description. */
  readonly path: string
  readonly cors: boolean
  /** It counts its requests against limits itself; those of every other route are counted by address. */
  readonly isCounted?: true
  /** Requests to the routes of a name are counted apart from all others of their address. */
  readonly countedAs?: string
  /** How long its answer may take to begin, where that is less than what holds for all. */
  readonly answerMs?: number
  answer(request: ApiRequest): Promise<Answer>
}
