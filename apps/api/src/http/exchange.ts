import type { RequestHandler, Response } from 'express'
import type { ServerContext } from '../context.ts'
import { type Incoming, newReply } from './limits/admission.ts'
import { clientAddressOf } from './limits/client-address.ts'
import { requestIdOf } from './request-id.ts'

/** The state of a request while it is answered. */
export interface Exchange extends Incoming {
  readonly requestId: string
  /** On the clock of `performance`. */
  readonly startedAt: number
  /** Template of its route, `/rpc`, or `unknown` until it is matched. */
  route: string
  /** Its operations by method and template, where its own method and route do not name them. */
  operations?: readonly string[]
}

/** Express's response, with the exchange as `locals`. */
export type ApiResponse = Response<unknown, Exchange>

/** A middleware of the API. */
export type Middleware = RequestHandler<Record<string, string>, unknown, unknown, unknown, Exchange>

/** Assigns the request id and the client address, before anything else. */
export const openExchange =
  ({ limiter, trustedProxies }: Pick<ServerContext, 'limiter' | 'trustedProxies'>): Middleware =>
  (request, response, next) => {
    const exchange: Exchange = {
      requestId: requestIdOf(request),
      startedAt: performance.now(),
      route: 'unknown',
      reply: newReply(),
      limiter,
      address: clientAddressOf(request, trustedProxies),
    }
    Object.assign(response.locals, exchange)
    next()
  }
