import type { RequestHandler, Response } from 'express'
import type { ServerContext } from '../context.ts'
import { type Incoming, newReply } from './limits/admission.ts'
import { clientAddressOf } from './limits/client-address.ts'
import { requestIdOf } from './request-id.ts'

/** What is known about a request while it is answered. */
export interface Exchange extends Incoming {
  readonly requestId: string
  /** On the clock of `performance`. */
  readonly startedAt: number
  /** Template of its route, `/rpc`, or `unknown` until it is found. */
  route: string
  /** What it asks for, each by method and template, where its own method and route do not say it. */
  operations?: readonly string[]
}

/** Express's answer to a request, with what is known about it as `locals`. */
export type ApiResponse = Response<unknown, Exchange>

/** A middleware of ours. */
export type Middleware = RequestHandler<Record<string, string>, unknown, unknown, unknown, Exchange>

/** Names a request and learns where it comes from, before anything else is done with it. */
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
