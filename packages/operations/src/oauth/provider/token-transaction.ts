import { noteSuccessor } from '@gateway/db/oauth/artifact-queries'
import { lockGrantOf, touchGrant } from '@gateway/db/oauth/grant-queries'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { createConcurrencyLimit } from '../../accounts/passwords/concurrency-limit.ts'
import type { OauthContext } from '../oauth-context.ts'
import { digestOf } from '../store/digest.ts'
import { openSuccessor, sealSuccessor } from '../store/grace.ts'
import { currentRequest, query, withinRequest } from '../store/oauth-request.ts'
import { endMisused } from './end-misused.ts'

type Next = () => Promise<void>
/** Each request holds a connection, and others need some too. */
const ROOM = { atOnce: 4, waiting: 200 }
const REFUSED = 400
const FAILED = 500
const MODELS = ['AuthorizationCode', 'RefreshToken', 'AccessToken']

/**
 * Answers a request with a code or token in one transaction, after all others of its grant: of several at once the first wins, and each
 * sees what those before it did. Refusals are committed, too, because a code or token that is used twice ends its grant.
 */
export function tokenTransactions(ctx: OauthContext) {
  const limited = createConcurrencyLimit(ROOM)
  return async (request: KoaContextWithOIDC, next: Next): Promise<void> => {
    const presented = presentedIn(request)
    if (presented === undefined) return next()
    await limited(() =>
      ctx.orm.em.fork().transactional((em) =>
        withinRequest({ em }, async () => {
          await lockGrantOf(em, { models: MODELS, digest: digestOf(presented) })
          await next()
          if (request.status >= FAILED) throw new Error('the library failed')
          await settle(ctx, request, presented)
          await ctx.failpoint('beforeTokensCommit')
        }),
      ),
    )
    await ctx.failpoint('afterTokensCommit')
  }
}

/** The code or token that a request is about. */
function presentedIn({ path, req }: KoaContextWithOIDC): string | undefined {
  if (path !== '/oauth/token' && path !== '/oauth/revoke') return undefined
  const { grant_type: kind, code, refresh_token: refresh, token } = bodyOf(req)
  const presented = path === '/oauth/revoke' ? token : kind === 'refresh_token' ? refresh : code
  // The library refuses what is sent twice.
  return typeof presented === 'string' ? presented : undefined
}

/** The body was read before, too, so that it may also be JSON. */
const bodyOf = (request: object): Readonly<Record<string, unknown>> => ('body' in request ? Object(request.body) : {})

/** What remains to be done once the library has decided. */
async function settle(ctx: OauthContext, request: KoaContextWithOIDC, presented: string): Promise<void> {
  if (request.status === REFUSED) await endMisused(ctx, request, presented)
  if (request.status !== 200 || request.path !== '/oauth/token') return
  const { Grant: grant, RotatedRefreshToken: rotated } = request.oidc.entities
  if (grant) await query(ctx, (em) => touchGrant(em, { id: grant.jti, at: ctx.clock.now() }))
  const answer = Object(request.body)
  const { replayed } = currentRequest()
  if (rotated) await keepSuccessor(ctx, { presented, successor: String(answer.refresh_token) })
  else if (replayed) request.body = { ...answer, refresh_token: openSuccessor(presented, replayed) }
}

async function keepSuccessor(ctx: OauthContext, { presented, successor }: { presented: string; successor: string }): Promise<void> {
  const noted = { sealedSuccessor: sealSuccessor(presented, successor), successorDigest: digestOf(successor) }
  await query(ctx, (em) => noteSuccessor(em, { model: 'RefreshToken', digest: digestOf(presented), ...noted }))
}
