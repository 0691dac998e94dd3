import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { ServerContext } from './context.ts'
import { routedTarget } from './http/aliases.ts'
import { createApp } from './http/app.ts'
import { answerClientError, isLate } from './http/connections/client-error.ts'
import { type ConnectionLimits, connectionLimits } from './http/connections/connection-limits.ts'
import { type WorkflowsCheck, healthRoutes } from './http/health.ts'
import { connectionQueue } from './http/connections/connection-queue.ts'
import { paymentStreamRoute } from './http/streams/payment-stream-route.ts'
import type { ServedRequest } from './http/log-request.ts'
import { requestsPerSocket } from './http/connections/requests-per-socket.ts'
import { restRoutes } from './http/procedures/rest.ts'
import type { Route } from './http/route.ts'
import { processorEventsRoute } from './cards/processor-events.ts'
import { startRoutes } from './development/start-routes.ts'
import { deploymentOf } from './docs/deployment.ts'
import { docsRoutes } from './docs/routes.ts'
import { managePageRoutes } from './escrows/manage-page.ts'
import { linkPageRoutes } from './accounts/link-pages.ts'
import { describeApi, openApiRoute } from './openapi.ts'
import { assetRoutes } from './pages/asset-routes.ts'
import { portalDoor, portalRoutes } from './portal/portal-routes.ts'
import { csvExportRoute } from './payments/csv-export.ts'
import { checkoutRoute } from './payments/checkout-page.ts'
import { refundPageRoutes } from './payments/refund-page.ts'
import { qrRoute } from './payments/router.ts'
import { appRouter } from './router.ts'

const LARGEST_HEADERS = 8 * 1024

/** Options of the API server. */
interface Serving {
  readonly observe?: ((served: ServedRequest) => void) | undefined
  readonly limits?: ConnectionLimits
  /** Folder of the start page of `npm run dev`; without it there is none. */
  readonly startFolder?: string | undefined
  /** Folder of the built portal; without it there is none. */
  readonly portalFolder?: string | undefined
}

/** The HTTP side of the API, not yet listening: REST, RPC, health and the API description. */
export function createApiServer(api: ServerContext, askWorkflows: WorkflowsCheck, serving: Serving = {}): Server {
  const { observe, limits = connectionLimits } = serving
  const routes = routesOf(api, askWorkflows, { ...serving, limits })
  const isStopping = (): boolean => !server.listening
  const app = createApp({ api, router: appRouter, routes, observe, answerMs: limits.answerMs, isStopping })
  const countOn = requestsPerSocket()
  const queue = connectionQueue(limits)
  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    // Node would answer a surplus request with an empty 503.
    if (countOn(message.socket) >= limits.requests) response.setHeader('Connection', 'close')
    message.url = routedTarget(message.url ?? '')
    queue.enter(message.socket, { response, begin: () => app(message, response) })
  }
  const server = createServer(optionsOf(limits), listener)
  server.on('checkExpectation', listener)
  server.on('clientError', (error, socket) => {
    const answer = (): void => answerClientError(api.log, error, socket)
    if (isLate(error)) queue.complainInTime(socket, answer)
    else answer()
  })
  // Requests after the last answer are discarded.
  server.maxRequestsPerSocket = limits.requests
  server.timeout = limits.silentMs
  return server
}

function routesOf(api: ServerContext, askWorkflows: WorkflowsCheck, serving: Serving & { readonly limits: ConnectionLimits }): Route[] {
  const { limits, startFolder, portalFolder } = serving
  const description = describeApi(appRouter, api.tokenKeys.issuer)
  return [
    ...restRoutes(appRouter, api),
    processorEventsRoute(api),
    qrRoute(api),
    csvExportRoute(api),
    paymentStreamRoute(api, limits.streamMs),
    openApiRoute(description),
    ...docsRoutes(description, deploymentOf(api), {
      onFailure: (error) => api.log.warn({ err: error }, 'highlighting failed, page drawn plainly'),
    }),
    ...linkPageRoutes(),
    ...assetRoutes(),
    checkoutRoute(api),
    ...refundPageRoutes(api),
    ...managePageRoutes(api),
    ...healthRoutes(api, askWorkflows),
    ...(portalFolder === undefined ? [] : portalRoutes(portalFolder)),
    ...(startFolder === undefined ? [] : startRoutes({ folder: startFolder, origin: api.tokenKeys.issuer })),
    ...(portalFolder === undefined || startFolder !== undefined ? [] : [portalDoor]),
  ]
}

const optionsOf = (limits: ConnectionLimits): ServerOptions => ({
  maxHeaderSize: LARGEST_HEADERS,
  headersTimeout: limits.headersMs,
  requestTimeout: limits.requestMs,
  connectionsCheckingInterval: limits.checkMs,
  keepAliveTimeout: limits.idleMs,
  // A request without Host or with an unknown expectation is answered normally, because every answer is JSON.
  requireHostHeader: false,
})
