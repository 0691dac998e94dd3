import { isOauthScope, OFFLINE_ACCESS, type OauthScope, oauthScopes, scopeSet } from '@gateway/domain/oauth/scope'
import type { OauthClient } from '@gateway/domain/oauth/client'
import { NotFound } from '@gateway/domain/kernel/error'
import { z } from 'zod'
import { flag } from './wire/flag.ts'
import { Id } from './wire/id.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { memberOf, view } from './wire/objects/view.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { redirectUrls } from './oauth/redirect-urls.ts'
import { type Read, scalar } from './wire/scalar.ts'
import { oneLine, text } from './wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

const CLIENT_ID = '8c1f04be92d7a6530e4b7d19c2f8a06d'
const REDIRECT = 'https://shop.example/signed-in'
const SIGNED_OUT = 'https://shop.example/'
const DESCRIPTION = 'Customers of Blue Bottle Books sign in with it.'
/** Ids and client ids: no other text is looked up. */
const NAMES_CLIENT = /^[A-Za-z0-9_-]{16,64}$/

const Name = oneLine(
  { min: 1, max: 100 },
  { description: 'Users read this name where they are asked for their consent.', example: 'Blue Bottle Books' },
)
const Description = text({ max: 500 }, { description: 'What the client is for; an empty text removes it.', example: DESCRIPTION })

const RedirectUris = redirectUrls({
  least: 1,
  description:
    'Users are sent back to one of these addresses: absolute, without fragment, over https, or over http to `127.0.0.1`, `[::1]` or `localhost`. They are compared byte for byte; of a public client’s loopback address, which is http alone, any port counts.',
  example: [REDIRECT],
})

const PostLogoutRedirectUris = redirectUrls({
  least: 0,
  description: 'After a sign-out users may be sent to one of these addresses, which are compared byte for byte.',
  example: [SIGNED_OUT],
})

const Scopes = scalar<readonly string[], readonly OauthScope[]>(readScopes, {
  description:
    'The client may ask its users for these: `openid` (to know them), `email`, `profile` (their name), and `payments` (to create and read payments of their businesses). `offline_access` is accepted without effect.',
  example: ['openid', 'email'],
  type: 'array',
  items: { type: 'string', enum: [...oauthScopes, OFFLINE_ACCESS] },
  minItems: 1,
})

/** A new client. */
export const CreateOauthClientInput = wireInput(
  z.object({
    name: Name,
    redirectUris: RedirectUris,
    scopes: Scopes,
    description: Description.optional(),
    postLogoutRedirectUris: PostLogoutRedirectUris.optional(),
    public: flag({
      description:
        'A public client runs where it can keep no secret, in an app or a single page. It has none, and its sign-ins are bound to it by PKCE alone.',
      example: false,
      default: false,
    }).optional(),
  }),
)
export type CreateOauthClientInput = z.output<typeof CreateOauthClientInput>

const ClientName = namesClient('The `id` or the `client_id` of the client.')

/** A client named in the path, by either of its ids. An unknown one and another merchant's get the same answer. */
export const OauthClientRef = wireInput(z.object({ id: ClientName }))

/** Which page of clients to list. */
export const ListOauthClientsInput = wireFilter(z.object({ limit: limit(50), offset: Offset }))
export type ListOauthClientsInput = z.output<typeof ListOauthClientsInput>

/** Changes of a client; whether it is public never changes. */
export const UpdateOauthClientInput = wireInput(
  z.object({
    id: ClientName,
    name: Name.optional(),
    description: Description.optional(),
    redirectUris: RedirectUris.optional(),
    postLogoutRedirectUris: PostLogoutRedirectUris.optional(),
    scopes: Scopes.optional(),
  }),
)
export type UpdateOauthClientInput = z.output<typeof UpdateOauthClientInput>

/** A client whose user withdraws what it was allowed. */
export const OauthConsentRef = wireInput(z.object({ clientId: namesClient('The `client_id` of the client.') }))

const of = memberOf<OauthClient>()
const addresses = (description: string, example: string) => z.array(z.string()).meta({ description, example: [example] })

/** A client in an answer; never its secret. */
export const oauthClientView = view(
  {
    id: of(Id, 'id'),
    client_id: of(z.string().meta({ description: 'The client sends this id; it is no secret.', example: CLIENT_ID }), 'clientId'),
    name: of(z.string().meta({ description: 'Users read this name.', example: 'Blue Bottle Books' }), 'name'),
    description: of(z.string().nullable().meta({ description: 'What the client is for.', example: DESCRIPTION }), 'description'),
    redirect_uris: of(addresses('Users are sent back to one of these.', REDIRECT), ({ redirectUris }) => [...redirectUris]),
    post_logout_redirect_uris: of(addresses('Users are sent to one of these after a sign-out.', SIGNED_OUT), (client) => [
      ...client.postLogoutRedirectUris,
    ]),
    scopes: of(z.array(z.string()).meta({ description: 'The client may ask for these.', example: ['openid', 'email'] }), ({ scopes }) => [
      ...scopes,
    ]),
    public: of(z.boolean().meta({ description: 'It is true for a client without a secret.', example: false }), 'isPublic'),
    previous_valid_until: of(
      Time.nullable().meta({ description: 'Until then the secret before the current one is valid too; null without one.', example: null }),
      ({ previousValidUntil }) => presentTimeOrNull(previousValidUntil),
    ),
    created_at: of(Time, ({ createdAt }) => presentTime(createdAt)),
    updated_at: of(Time, ({ updatedAt }) => presentTime(updatedAt)),
  },
  { id: 'OauthClient', description: 'An app or website that signs its users in with the gateway.' },
)

const Secret = z
  .string()
  .meta({ description: 'The secret is shown only this once.', example: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' })

/** A client at its creation. */
export const CreatedOauthClientView = oauthClientView.schema
  .extend({ client_secret: Secret.nullable().meta({ description: 'The secret is shown only this once; null for a public client.' }) })
  .meta({ id: 'CreatedOauthClient', description: 'A new client with its secret.' })

/** A page of clients. */
export const OauthClientListView = z.object({ clients: z.array(oauthClientView.schema), ...PageView })

/** The new secret of a client. */
export const RotatedClientSecretView = z
  .object({
    client_id: oauthClientView.schema.shape.client_id,
    client_secret: Secret,
    previous_valid_until: Time.meta({ description: 'Until then the previous secret is valid too.' }),
  })
  .meta({ id: 'RotatedClientSecret', description: 'A new secret of a client.' })

/** A new client with its secret. */
export const presentCreatedClient = ({
  client,
  secret,
}: {
  client: OauthClient
  secret: string | null
}): z.output<typeof CreatedOauthClientView> => ({
  ...oauthClientView.present(client),
  client_secret: secret,
})

/** A new secret. */
export const presentRotatedClientSecret = (rotated: {
  clientId: string
  secret: string
  previousValidUntil: Date
}): z.output<typeof RotatedClientSecretView> => ({
  client_id: rotated.clientId,
  client_secret: rotated.secret,
  previous_valid_until: presentTime(rotated.previousValidUntil),
})

/** A client that has been deleted. */
export const DeletedOauthClientView = z.object({
  client_id: oauthClientView.schema.shape.client_id,
  deleted: z.literal(true).meta({ description: 'The client is gone, with everything that its users allowed.', example: true }),
})

/** A client that a user has let in, with what it may do. */
export interface AllowedClient {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly OauthScope[]
  readonly grantedAt: Date
  readonly lastUsedAt: Date | null
}

const its = memberOf<AllowedClient>()

/** What a user has allowed a client. */
export const oauthConsentView = view(
  {
    client_id: its(z.string().meta({ description: 'The id of the client.', example: CLIENT_ID }), 'clientId'),
    name: its(z.string().meta({ description: 'The name of the client.', example: 'Blue Bottle Books' }), 'name'),
    scopes: its(z.array(z.string()).meta({ description: 'The client may do this.', example: ['openid', 'email'] }), ({ scopes }) => [
      ...scopes,
    ]),
    granted_at: its(Time.meta({ description: 'The user last allowed it at this time.' }), ({ grantedAt }) => presentTime(grantedAt)),
    last_used_at: its(
      Time.nullable().meta({ description: 'The client last used it at this time, to the minute; null if never.', example: null }),
      ({ lastUsedAt }) => presentTimeOrNull(lastUsedAt),
    ),
  },
  { id: 'OauthConsent', description: 'What a user has allowed a client.' },
)

/** A page of what a user has allowed. */
export const OauthConsentListView = z.object({ consents: z.array(oauthConsentView.schema), ...PageView })

function namesClient(description: string) {
  return scalar<string, string>(
    (raw) => {
      if (typeof raw === 'string' && NAMES_CLIENT.test(raw)) return { value: raw }
      throw new NotFound('OAuth client')
    },
    { description, example: CLIENT_ID, type: 'string', maxLength: 64 },
  )
}

function readScopes(raw: unknown): Read<readonly OauthScope[]> {
  const names: readonly unknown[] = Array.isArray(raw) ? raw : []
  const known = names.filter((name) => typeof name === 'string').filter(isOauthScope)
  const others = names.filter((name) => name !== OFFLINE_ACCESS).length
  return known.length > 0 && known.length === others
    ? { value: scopeSet(known) }
    : { problem: `must be a list of one or more of ${oauthScopes.join(', ')}` }
}
