import { OffersNotServed } from '@gateway/domain/lightning/errors'
import { requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { contextOf, type RequestContext, type ServerContext } from '../context.ts'
import { admit, countRefused } from '../http/limits/admission.ts'
import { requireScope } from '../http/procedures/require-scope.ts'
import type { Route } from '../http/route.ts'
import { droppingDeadSession } from '../http/session-cookie.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Offers (BOLT12) are not served, by whatever method they are asked for; a caller without the scope of Lightning is refused first, as everywhere. */
export const offersRoutes = (api: ServerContext): readonly Route[] =>
  ['/api/lightning/offers', '/api/lightning/offers/{id}'].flatMap((path) =>
    methods.map((method): Route => ({
      method,
      path,
      cors: false,
      isCounted: true,
      answer: (request) => refuseOffers(contextOf(api, request), method),
    })),
  )

/** @throws {Unauthenticated} {InvalidApiKey} {InvalidToken} {InsufficientScope} {OffersNotServed} */
async function refuseOffers(ctx: RequestContext, method: Route['method']): Promise<never> {
  const actor = await countRefused(ctx, droppingDeadSession(ctx, requireBearer(ctx, ctx.credential)))
  admit({ ...ctx, actor }, 'default')
  requireScope(actor, { name: 'lightning.offers', type: method === 'GET' ? 'query' : 'mutation' })
  throw new OffersNotServed()
}
