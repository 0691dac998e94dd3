import Provider from 'oidc-provider'
import { noteSignOut } from '../signed-out.ts'
import { loadSigningKeys, readKeyVersion } from '../keys/signing-keys.ts'
import type { OauthContext } from '../oauth-context.ts'
import { isSecretOf } from '../store/compare-secret.ts'
import { adjustAnswers, answerFailures } from './answers.ts'
import { configurationOf, cookiesOf, type ProviderPages } from './configuration.ts'
import { skipEmptyLogout } from './logout.ts'
import { tokenTransactions } from './token-transaction.ts'

/** How long a process signs with keys that it has not looked after, in milliseconds. */
const LOOK_MS = 5_000

/** The OpenID provider of a process. */
export interface OpenIdProvider {
  /** The library with the keys of now; it is made anew when an operator has rotated them. Requests that another one answers end with that one. */
  current(): Promise<Provider>
}

interface Held {
  readonly provider: Provider
  readonly version: string
  readonly lookedAt: number
}

/** Opens the provider; its keys are read at the first request. */
export function openProvider(ctx: OauthContext, pages: ProviderPages): OpenIdProvider {
  let held: Held | undefined
  let looking: Promise<Held> | undefined
  return {
    async current() {
      if (held && ctx.clock.now().getTime() - held.lookedAt < LOOK_MS) return held.provider
      // Requests that come meanwhile wait for the same look.
      looking ??= lookAgain(ctx, pages, held).finally(() => (looking = undefined))
      held = await looking
      return held.provider
    },
  }
}

async function lookAgain(ctx: OauthContext, pages: ProviderPages, known: Held | undefined): Promise<Held> {
  const lookedAt = ctx.clock.now().getTime()
  if (known && (await readKeyVersion(ctx)) === known.version) return { ...known, lookedAt }
  const { jwks, version } = await loadSigningKeys(ctx)
  return { provider: createProvider(ctx, { jwks, pages }), version, lookedAt }
}

/** @throws {Error} when the pages that the library has for developers are on. */
function createProvider(ctx: OauthContext, parts: Parameters<typeof configurationOf>[1]): Provider {
  const configuration = configurationOf(ctx, parts)
  if (configuration.features?.devInteractions?.enabled !== false) throw new Error('the pages for developers are on')
  const provider = new Provider(ctx.publicUrl, configuration)
  provider.proxy = true
  // Two methods of the library are replaced. This one would compare the secret itself, of which only the digest is stored.
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return isSecretOf(ctx, this as Parameters<typeof isSecretOf>[1], secret)
  }
  // This one would let a sign-out lead a public client to any loopback port, as a sign-in does.
  provider.Client.prototype.postLogoutRedirectUriAllowed = function postLogoutRedirectUriAllowed(uri: string) {
    return this.postLogoutRedirectUris?.includes(uri) ?? false
  }
  provider.use(answerFailures(ctx))
  provider.use(adjustAnswers)
  provider.use(skipEmptyLogout(cookiesOf(ctx).long))
  provider.use(tokenTransactions(ctx))
  provider.on('end_session.success', (request) => noteSignOut(ctx, request))
  provider.on('server_error', (_request, err) => ctx.log.error({ err }, 'sign-in with the gateway failed'))
  return provider
}
