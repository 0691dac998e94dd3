import type { AnyTRPCRouter } from '@trpc/server'
import express, { type Express } from 'express'
import type { ServerContext } from '../context.ts'
import { answering } from './answering.ts'
import { deadline } from './deadline.ts'
import { HttpRefusal, notFound } from './errors/errors.ts'
import { refuse } from './errors/refuse.ts'
import { openExchange } from './exchange.ts'
import type { ServedRequest } from './log-request.ts'
import { mountRoutes } from './mount-routes.ts'
import { RPC_PREFIX, rpcMaker } from './procedures/rpc.ts'
import type { Route } from './route.ts'
import { answerSender } from './send-answer.ts'

/** What an app serves. */
interface Served {
  readonly api: ServerContext
  readonly router: AnyTRPCRouter
  readonly routes: readonly Route[]
  readonly observe?: ((served: ServedRequest) => void) | undefined
  /** How long making an answer may take. */
  readonly answerMs: number
  /** True once no further connections are taken. */
  readonly isStopping: () => boolean
}

/** The Express app: every request is named and given its time, then RPC, then routes; whatever is left or fails is refused in JSON. */
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
  mountRoutes(app, routes, send)
  app.use(() => {
    throw new HttpRefusal(notFound)
  })
  app.use(refuse(api, send))
  return app
}
