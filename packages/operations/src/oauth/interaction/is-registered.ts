import type Provider from 'oidc-provider'
import { scopeBeyond } from '../provider/requested-scopes.ts'
import type { OpenInteraction } from './find-interaction.ts'

interface Asked {
  readonly provider: Provider
  readonly interaction: OpenInteraction
}

/** True while the client has both the address and every scope of its request: it may have changed since the request came. */
export async function isRegistered({ provider, interaction: { params } }: Asked): Promise<boolean> {
  const { client_id: clientId = '', redirect_uri: uri = '', scope = '' } = params
  const client = await provider.Client.find(clientId)
  return client !== undefined && client.redirectUriAllowed(uri) && scopeBeyond(client, scope.split(' ')) === undefined
}
