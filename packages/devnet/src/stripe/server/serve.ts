import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CONTROL_PREFIX, handleControl } from '../control/handle-control.ts'
import { handlePage } from '../pages/handle-page.ts'
import { jsonAnswer, sendAnswer } from './answer.ts'
import type { Api } from './api.ts'
import { handleCall } from './handle-call.ts'

/**
 * An HTTP server for the API, the hosted pages and the control. It leaves idle connections to their clients: one that is too busy to notice that a server
 * has closed its connection would send the next request into it, and lose it.
 */
export const serve = (api: Api): Server =>
  createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(api, request, response).catch((error: unknown) => sendAnswer(response, jsonAnswer(500, { message: String(error) })))
  })

async function answer(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname.startsWith(CONTROL_PREFIX)) return sendAnswer(response, await handleControl(api, request, url))
  if (!url.pathname.startsWith('/v1/')) return sendAnswer(response, await handlePage(api.world, request, url))
  const called = await handleCall(api, request, url)
  if (called === 'close') response.destroy()
  else sendAnswer(response, called)
}
