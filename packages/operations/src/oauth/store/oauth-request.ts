import type { Em } from '@gateway/db/orm'
import { AsyncLocalStorage } from 'node:async_hooks'
import { transaction } from '../../kernel/transaction.ts'
import type { OauthContext } from '../oauth-context.ts'

/** The merchant who is signed in to the portal in the browser of a request. */
export interface PortalUser {
  readonly sessionId: string
  readonly subject: string
}

/** What is known of the request that the library answers. */
export interface OauthRequest {
  readonly user?: PortalUser | undefined
  /** The transaction of a request with a code or token. */
  readonly em?: Em | undefined
  /** The successor that a replaced refresh token gives again, sealed. */
  replayed?: Buffer
}

const requests = new AsyncLocalStorage<OauthRequest>()

/** The request that is being answered. */
export const currentRequest = (): OauthRequest => requests.getStore() ?? {}

/** Answers a request, with this known about it. */
export const withinRequest = <T>(known: OauthRequest, work: () => Promise<T>): Promise<T> =>
  requests.run({ ...currentRequest(), ...known }, work)

/** Answers what remains of a request in one transaction; `work` may run more than once. */
export const inTransaction = <T>(ctx: Pick<OauthContext, 'orm' | 'ids'>, work: (em: Em) => Promise<T>): Promise<T> =>
  transaction(ctx, (em) => withinRequest({ em }, () => work(em)))

const turns = new WeakMap<Em, Promise<unknown>>()

/**
 * Runs a query in the transaction of the request, else by itself. The library asks several at once, and a connection takes one after the other.
 */
export function query<T>(ctx: Pick<OauthContext, 'orm'>, ask: (em: Em) => Promise<T>): Promise<T> {
  const { em } = currentRequest()
  if (!em) return ask(ctx.orm.em.fork())
  const answer = (turns.get(em) ?? Promise.resolve()).then(() => ask(em))
  turns.set(
    em,
    answer.catch(() => undefined),
  )
  return answer
}
