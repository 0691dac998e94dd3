import type { AnyTRPCRouter } from '@trpc/server'
import express, { type Express } from 'express'
import type { ServerContext } from '../context.ts'
import { answering } from './answering.ts'
import { deadline } from './deadline.ts'
import { HttpRefusal, notFound } from './errors/errors.ts'
import { refuse } from './errors/refuse.ts'
import { openExchange } from './exchange.ts'
import type { ServedRequest } from './log-request.ts'
import { mountProvider } from './mount-provider.ts'
import { mountRoutes } from './mount-routes.ts'
import { RPC_PREFIX, rpcMaker } from './procedures/rpc.ts'
import type { Route } from './route.ts'
import { answerSender } from './send-answer.ts'

/** The parts of an app. */
interface Served {
  readonly api: ServerContext
  readonly router: AnyTRPCRouter
  readonly routes: readonly Route[]
  readonly observe?: ((served: ServedRequest) => void) | undefined
  /** Timeout of an answer. */
  readonly answerMs: number
  /** True once no further connections are accepted. */
  readonly isStopping: () => boolean
}

/** The Express app: every request gets an id and a timeout, then RPC, then routes; unmatched and failed ones get a JSON error. */
export function createApp({ api, router, routes, observe, answerMs, isStopping }: Served): Express {
  const send = answerSender({ log: api.log, observe, isStopping })
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use(openExchange(api))
  app.use(deadline(answerMs))
  app.all(new RegExp(`^${RPC_PREFIX}`), answering(send, rpcMaker(router, api)))
  mountProvider(app, api, { send, observe })
  mountRoutes(app, routes, send)
  app.use(() => {
    throw new HttpRefusal(notFound)
  })
  app.use(refuse(api, send))
  return app
}
