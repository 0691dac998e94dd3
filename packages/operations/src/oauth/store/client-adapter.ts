import { findAnyClient } from '@gateway/db/oauth/client-queries'
import type { OauthClientEntity } from '@gateway/db/oauth/client.entity'
import { OFFLINE_ACCESS } from '@gateway/domain/oauth/scope'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { query } from './oauth-request.ts'

/** Members of a client's metadata that are ours: its former secret's digest, and until when that counts, in milliseconds. */
export const PREVIOUS_SECRET = 'previous_secret_digest'
export const PREVIOUS_UNTIL = 'previous_secret_until'

/** Clients, which this room's own operations write. */
export const clientAdapter = (ctx: OauthContext): Adapter => ({
  find: async (clientId) => {
    const client = await query(ctx, (em) => findAnyClient(em, { clientId }))
    return client && metadataOf(client)
  },
  upsert: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
  consume: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
})

/**
 * A public client is `native`, so that a loopback address may have any port (RFC 8252 §7.3). A secret is compared by its digest, which stands in its place.
 */
function metadataOf(client: OauthClientEntity): AdapterPayload {
  return {
    client_id: client.clientId,
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    scope: [...client.scopes, OFFLINE_ACCESS].join(' '),
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    ...(client.isPublic
      ? { application_type: 'native', token_endpoint_auth_method: 'none' }
      : {
          application_type: 'web',
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: client.secretDigest?.toString('hex'),
        }),
    ...(client.previousSecretDigest && {
      [PREVIOUS_SECRET]: client.previousSecretDigest.toString('hex'),
      [PREVIOUS_UNTIL]: client.previousValidUntil?.getTime(),
    }),
  }
}
