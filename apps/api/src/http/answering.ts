import type { ApiResponse, Exchange, Middleware } from './exchange.ts'
import type { Answer, ApiRequest } from './route.ts'
import type { SendAnswer } from './send-answer.ts'

/** Creates the answer to a request. */
export type MakeAnswer = (request: ApiRequest, exchange: Exchange) => Promise<Answer>

/** A handler that sends an answer. An answer or error after the timeout response is discarded. */
export const answering =
  (send: SendAnswer, make: MakeAnswer): Middleware =>
  async (request, response) => {
    try {
      send(response, await make(requestOf(request, response), response.locals))
    } catch (error) {
      if (!response.headersSent) throw error
    }
  }

function requestOf(message: Parameters<Middleware>[0], { locals }: ApiResponse): ApiRequest {
  const { url, params } = message
  const mark = url.indexOf('?')
  return { message, requestId: locals.requestId, reply: locals.reply, params, search: mark < 0 ? '' : url.slice(mark + 1) }
}
