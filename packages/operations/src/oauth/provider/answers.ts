import { SignInBusy } from '@gateway/domain/accounts/errors'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { KEYS_KEPT_SECONDS } from '../keys/rotate-key.ts'
import type { OauthContext } from '../oauth-context.ts'

type Next = () => Promise<void>

const KEPT = `public, max-age=${KEYS_KEPT_SECONDS}`
/** What every reader may keep. No key signs before all who keep the keys have it. */
const KEPT_ROUTES: ReadonlySet<unknown> = new Set(['discovery', 'jwks'])

/** What the library answers otherwise than the interface says: revocation with an object whatever the token, discovery with what is served alone. */
export async function adjustAnswers(request: KoaContextWithOIDC, next: Next): Promise<void> {
  await next()
  const route = request.oidc?.route
  request.set('Cache-Control', KEPT_ROUTES.has(route) && request.status === 200 ? KEPT : 'no-store')
  if (route === 'revocation' && (request.status === 200 || isNoToken(request.body))) Object.assign(request, { status: 200, body: {} })
  if (route === 'discovery') request.body = onlyServed(Object(request.body))
  if (route === 'jwks' && request.status === 200) request.type = 'application/json'
}

/** True of the refusal of a JWT: no access or refresh token is one, so it is as unknown as any other text (RFC 7009 §2.2). */
const isNoToken = (body: unknown): boolean => Object(body).error === 'unsupported_token_type'

/** The library names the modes of answers that it always has, and a claim of its own sessions. */
const onlyServed = ({ claims_supported: claims, ...served }: { claims_supported: readonly string[] }): object => ({
  ...served,
  claims_supported: claims.filter((claim) => claim !== 'sid'),
  response_modes_supported: ['query'],
})

const failure = { error: 'server_error', error_description: 'The service failed; try again' }
const busy = { error: 'temporarily_unavailable', error_description: 'The service is busy; try again' }

/** A failure outside the library, such as of the database, is answered like one inside it, and logged. */
export const answerFailures =
  (ctx: Pick<OauthContext, 'log'>) =>
  async (request: KoaContextWithOIDC, next: Next): Promise<void> => {
    try {
      await next()
    } catch (err) {
      const isBusy = err instanceof SignInBusy
      if (!isBusy) ctx.log.error({ err }, 'sign-in with the gateway failed')
      request.status = isBusy ? 503 : 500
      if (isBusy) request.set('Retry-After', '1')
      request.body = isBusy ? busy : failure
    }
  }
