import { countRows } from '@gateway/db/kernel/read-page'
import { findAnyClient } from '@gateway/db/oauth/client-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { isOauthScope, type OauthScope } from '@gateway/domain/oauth/scope'
import type { OauthContext } from '../oauth-context.ts'
import type { OpenInteraction } from './find-interaction.ts'
import type { SignedInUser } from './portal-user.ts'

/** As many businesses as a reader takes in. */
const NAMED = 20

/** What a user is asked to allow. */
export interface ConsentRequest {
  readonly clientName: string
  readonly scopes: readonly OauthScope[]
  readonly email: string
  /** Where the browser returns to: an address that the client has registered. */
  readonly returnTo: URL
  /** The businesses whose payments a client may work with, oldest first, and how many it does not name. */
  readonly businesses: readonly string[]
  readonly moreBusinesses: number
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
  const scopes = (scope ?? '').split(' ').filter(isOauthScope)
  return { clientName: client.name, scopes, email, returnTo: new URL(uri ?? ''), ...(await businessesOf(em, merchantId)) }
}

async function businessesOf(em: Em, merchantId: MerchantId) {
  const all = tables(em).selectFrom('business').where('merchantId', '=', merchantId)
  const shown = await all.select('name').orderBy('createdAt').limit(NAMED).execute()
  return { businesses: shown.map(({ name }) => name), moreBusinesses: (await countRows(all)) - shown.length }
}
