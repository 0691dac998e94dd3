import type { ErrorRequestHandler } from 'express'
import type { ServerContext } from '../../context.ts'
import { findErrorAnswer } from '../../pages/error-answer.ts'
import type { Exchange } from '../exchange.ts'
import { countRest } from '../limits/admission.ts'
import type { SendAnswer } from '../send-answer.ts'
import { presentRefusal } from './errors.ts'
import { recordRefusal } from './note-refusal.ts'

type Refuse = ErrorRequestHandler<Record<string, string>, unknown, unknown, unknown, Exchange>

/** Answers any error in JSON, or with a page where a browser opens one. It never throws: Express would answer in its own format. */
export const refuse =
  (api: Pick<ServerContext, 'log' | 'clock'>, send: SendAnswer): Refuse =>
  // oxlint-disable-next-line max-params -- Express recognises an error handler by its four parameters.
  (error: unknown, message, response, _next) => {
    const { requestId } = response.locals
    try {
      const refusal = recordRefusal(api, { requestId, message }, counted(response.locals, error))
      const { status, code, headers = {} } = refusal
      const page = findErrorAnswer(message, { status, requestId, now: api.clock.now() })
      const body = page?.body ?? JSON.stringify(presentRefusal(refusal, requestId))
      send(response, { ...page, status, code, headers: { ...headers, ...page?.headers }, body })
    } catch (unsent) {
      api.log.error({ requestId, err: unsent }, 'answer could not be sent')
      response.destroy()
    }
  }

/** Refusals count against the rate limit too. */
function counted(exchange: Exchange, error: unknown): unknown {
  try {
    countRest(exchange)
    return error
  } catch (limited) {
    return limited
  }
}
