import type { UpdateOauthClientInput } from '@gateway/contract/oauth'
import { endWiderGrants } from '@gateway/db/oauth/allowed-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import type { OauthClient } from '@gateway/domain/oauth/client'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { checkAddresses } from './check-addresses.ts'
import { lockForChange } from './get-own-client.ts'

/**
 * Changes a client; absent members stay. Grants that hold more than the scopes it keeps end with their tokens, and its users are asked again.
 *
 * @throws {NotFound} when the client is not the caller's.
 * @throws {AppsRefused}
 * @throws {InvalidField} for an address that a public client cannot use.
 * @throws {ConfirmationRequired} for a session of the portal: an address decides who gets the answers of sign-ins.
 */
export async function updateClient(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { actor, changes: { id: name, ...changes } }: { actor: Actor; changes: UpdateOauthClientInput },
): Promise<OauthClient> {
  requireRecentConfirmation(ctx, actor)
  return transaction(ctx, async (em) => {
    const before = await lockForChange(em, { actor, name })
    checkAddresses({ ...changes, isPublic: before.isPublic })
    const client = { ...before, ...given(changes), updatedAt: ctx.clock.now() }
    await save(em, client)
    const grantsEnded = await endWiderGrants(em, { clientId: client.clientId, scopes: client.scopes })
    const details = { clientId: client.clientId, changed: Object.keys(given(changes)), scopes: client.scopes, grantsEnded }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'oauth_client.update', subjectId: client.id, details })
    return client
  })
}

type Changes = Omit<UpdateOauthClientInput, 'id'>

/** The members that were sent. */
const given = (changes: Changes): { [Name in keyof Changes]: Exclude<Changes[Name], undefined> } =>
  // Undefined members are left out, and no other value changes.
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as ReturnType<typeof given>

async function save(em: Em, client: OauthClient): Promise<void> {
  const { name, description, redirectUris, postLogoutRedirectUris, scopes, updatedAt } = client
  const lists = { redirectUris: [...redirectUris], postLogoutRedirectUris: [...postLogoutRedirectUris], scopes: [...scopes] }
  await tables(em)
    .updateTable('oauth_client')
    .set({ name, description, ...lists, updatedAt })
    .where('id', '=', client.id)
    .execute()
}
