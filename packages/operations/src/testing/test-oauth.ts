import { CreateOauthClientInput } from '@gateway/contract/oauth'
import { rememberConsent } from '@gateway/db/oauth/consent-queries'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { type OauthScope, scopeSet } from '@gateway/domain/oauth/scope'
import { type CreatedClient, createClient } from '../oauth/clients/create-client.ts'
import { digestOf } from '../oauth/store/digest.ts'
import type { TestApiContext } from './test-context.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000
const THIRTY_DAYS_MS = 30 * 24 * 60 * 60_000

/** A client of a merchant, with these terms. */
export const storeClient = (ctx: TestApiContext, actor: Actor, terms: object = {}): Promise<CreatedClient> =>
  createClient(ctx, {
    actor,
    terms: CreateOauthClientInput.parse({
      name: 'Blue Bottle Books',
      redirect_uris: ['https://shop.example/signed-in'],
      scopes: ['openid', 'email', 'payments'],
      ...terms,
    }),
  })

/** Whom a sign-in lets in to what. */
interface TestSignIn {
  readonly merchantId: MerchantId
  readonly clientId: string
  readonly scopes?: readonly OauthScope[]
  /** What the token may do, where that is less than the grant. */
  readonly tokenScope?: string
  /** True of one that goes by an earlier consent. */
  readonly isSilent?: boolean
}

/** The access token and the grant of a sign-in, as the provider stores them, and the consent that was given unless it is silent. */
export async function storeSignIn(
  ctx: TestApiContext,
  { merchantId, clientId, scopes: wanted = ['openid', 'payments'], tokenScope, isSilent = false }: TestSignIn,
): Promise<{ token: string; grantId: string }> {
  const [token, grantId] = [ctx.ids.bytes(32).toString('base64url'), ctx.ids.bytes(32).toString('base64url')]
  const [now, scopes] = [ctx.clock.now(), scopeSet(wanted)]
  const inMs = (ms: number): Date => new Date(now.getTime() + ms)
  const em = tables(ctx.orm.em.fork())
  if (!isSilent) await rememberConsent(ctx.orm.em.fork(), { merchantId, clientId, scopes, at: now })
  const grant = { merchantId, clientId, mode: 'live', scopes, payload: {}, signedInAt: now, lastUsedAt: null } as const
  await em
    .insertInto('oauth_grant')
    .values({ ...grant, scopes, id: grantId, expiresAt: inMs(THIRTY_DAYS_MS) })
    .execute()
  const none = { createdAt: now, consumedAt: null, sealedSuccessor: null, successorDigest: null }
  const payload = { scope: tokenScope ?? scopes.join(' ') }
  const digest = digestOf(token)
  await em
    .insertInto('oauth_artifact')
    .values({ ...none, model: 'AccessToken', digest, grantId, payload, expiresAt: inMs(FIFTEEN_MINUTES_MS) })
    .execute()
  return { token, grantId }
}
