import { docPages, docsRoutes } from '@gateway/api/docs/routes'
import { addressOf } from '@gateway/api/docs/page'
import { testDeployment } from '@gateway/api/docs/test-deployment'
import type { ApiRequest, Route } from '@gateway/api/http/route'
import { newReply } from '@gateway/api/http/limits/admission'
import { describeApi } from '@gateway/api/openapi'
import { assetRoutes } from '@gateway/api/pages/asset-routes'
import { appRouter } from '@gateway/api/router'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** The documentation on a port of its own, without the rest of the API. */
export interface DocsSite {
  readonly origin: string
  /** The addresses of all pages. */
  readonly pages: readonly string[]
  close(): void
}

/** Serves the documentation of a deployment with default settings, with its real headers and files. */
export async function startDocsSite(): Promise<DocsSite> {
  const description = describeApi(appRouter, testDeployment.origin)
  const routes = new Map([...docsRoutes(description, testDeployment), ...assetRoutes()].map((route) => [route.path, route]))
  const server = createServer((message, response) => void answer(routes, message, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    pages: [...docPages(description, testDeployment).map(addressOf), '/docs/search?q=underpaid'],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(routes: ReadonlyMap<string, Route>, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(message.url ?? '/', 'http://localhost')
  const request: ApiRequest = { message, requestId: 'req_docs', reply: newReply(), params: {}, search: search.slice(1) }
  const found = await routes.get(pathname)?.answer(request)
  const { status, type = 'application/json', headers = {}, body } = found ?? { status: 404, body: '' }
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}
