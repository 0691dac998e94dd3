import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from './limits/admission.ts'

/** One request of a route. */
export interface ApiRequest {
  readonly message: IncomingMessage
  readonly requestId: string
  /** Headers and flags of the answer, filled in meanwhile. */
  readonly reply: Reply
  /** Path parameters, decoded once. */
  readonly params: Readonly<Record<string, string>>
  /** Everything after the question mark, undecoded. */
  readonly search: string
}

/** An answer. */
export interface Answer {
  readonly status: number
  readonly body: string | Buffer
  /** The error code, for the log. */
  readonly code?: string
  /** Media type; JSON by default. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Continues the answer after its headers, without a time limit; `body` is not sent then. */
  readonly stream?: (response: ServerResponse) => void
}

/** One method at one path. */
export interface Place {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are in braces and fill a whole segment, as in the API description. */
  readonly path: string
  readonly cors: boolean
  /** Pages of other origins may send a credential of their own in a header. */
  readonly takesAuthorization?: boolean
}

/** A place and how it answers. */
export interface Route extends Place {
  /** It counts its requests itself; those of other routes are counted by address. */
  readonly isCounted?: true
  /** Name of a separate count per address for the routes with this name. */
  readonly countedAs?: string
  /** Time until its answer must begin, where shorter than the general limit. */
  readonly answerMs?: number
  answer(request: ApiRequest): Promise<Answer>
}
