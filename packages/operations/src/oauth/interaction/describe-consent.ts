import { findAnyClient } from '@gateway/db/oauth/client-queries'
import { tables } from '@gateway/db/tables'
import { isOauthScope, type OauthScope } from '@gateway/domain/oauth/scope'
import type { OauthContext } from '../oauth-context.ts'
import type { OpenInteraction } from './find-interaction.ts'
import type { SignedInUser } from './portal-user.ts'

/** What a user is asked to allow. */
export interface ConsentRequest {
  readonly clientName: string
  readonly scopes: readonly OauthScope[]
  readonly email: string
  /** Where the browser returns to: an address that the client has registered. */
  readonly returnTo: URL
  /** The businesses whose payments a client may work with. */
  readonly businesses: readonly string[]
}

/** What a user is asked to allow; undefined when the client was deleted meanwhile. */
export async function describeConsent(
  ctx: OauthContext,
  { interaction, user: { merchantId } }: { interaction: OpenInteraction; user: SignedInUser },
): Promise<ConsentRequest | undefined> {
  const { client_id: clientId, redirect_uri: uri, scope } = interaction.params
  const em = ctx.orm.em.fork()
  const client = await findAnyClient(em, { clientId: clientId ?? '' })
  if (!client) return undefined
  const { email } = await tables(em).selectFrom('merchant').select('email').where('id', '=', merchantId).executeTakeFirstOrThrow()
  const own = await tables(em)
    .selectFrom('business')
    .select('name')
    .where('merchantId', '=', merchantId)
    .orderBy('createdAt')
    .limit(20)
    .execute()
  const scopes = (scope ?? '').split(' ').filter(isOauthScope)
  return { clientName: client.name, scopes, email, returnTo: new URL(uri ?? ''), businesses: own.map(({ name }) => name) }
}
