import type { CreateOauthClientInput } from '@gateway/contract/oauth'
import { countClientsAlone } from '@gateway/db/oauth/client-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { MAX_CLIENTS, type OauthClient } from '@gateway/domain/oauth/client'
import { TooManyClients } from '@gateway/domain/oauth/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { checkAddresses } from './check-addresses.ts'
import { newClientId, newClientSecret } from './client-secret.ts'

/** A new client, with its secret, which is never shown again; a public one has none. */
export interface CreatedClient {
  readonly client: OauthClient
  readonly secret: string | null
}

/**
 * Registers a client of the caller's merchant.
 *
 * @throws {TooManyClients} {AppsRefused}
 * @throws {InvalidField} for an address that a public client cannot use.
 * @throws {ConfirmationRequired} for a session of the portal.
 */
export async function createClient(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { actor, terms, keep }: { actor: Actor; terms: CreateOauthClientInput; keep?: Keep<CreatedClient> | undefined },
): Promise<CreatedClient> {
  requireRecentConfirmation(ctx, actor)
  checkAddresses({ ...terms, isPublic: terms.public ?? false })
  const client = newClient(ctx, { merchantId: actor.merchantId, terms })
  const secret = client.isPublic ? undefined : newClientSecret(ctx)
  const created = { client, secret: secret?.text ?? null }
  return transaction(ctx, async (em) => {
    await checkClientLimit(em, actor)
    await store(em, client, secret?.digest ?? null)
    const { clientId, scopes, isPublic } = client
    const details = { clientId, scopes, isPublic }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'oauth_client.create', subjectId: client.id, details })
    await storeResponse(em, keep, created)
    return created
  })
}

async function checkClientLimit(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  const current = await countClientsAlone(em, { merchantId })
  if (current >= MAX_CLIENTS) throw new TooManyClients(current)
}

function newClient(
  ctx: Pick<Context, 'ids' | 'clock'>,
  { merchantId, terms }: { merchantId: MerchantId; terms: CreateOauthClientInput },
): OauthClient {
  const createdAt = ctx.clock.now()
  return {
    id: ctx.ids.uuid(),
    merchantId,
    clientId: newClientId(ctx),
    name: terms.name,
    description: terms.description ?? null,
    redirectUris: terms.redirectUris,
    postLogoutRedirectUris: terms.postLogoutRedirectUris ?? [],
    scopes: terms.scopes,
    isPublic: terms.public ?? false,
    previousValidUntil: null,
    createdAt,
    updatedAt: createdAt,
  }
}

async function store(em: Em, client: OauthClient, secretDigest: Buffer | null): Promise<void> {
  const lists = {
    redirectUris: [...client.redirectUris],
    postLogoutRedirectUris: [...client.postLogoutRedirectUris],
    scopes: [...client.scopes],
  }
  await tables(em)
    .insertInto('oauth_client')
    .values({ ...client, ...lists, secretDigest, previousSecretDigest: null })
    .execute()
}
