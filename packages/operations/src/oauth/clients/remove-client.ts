import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { lockForChange } from './get-own-client.ts'

/**
 * Deletes a client with the consents and grants of all its users, so that every code and token of it is dead at once.
 *
 * @returns its `client_id`.
 * @throws {NotFound} when the client is not the caller's. @throws {AppsRefused}
 * @throws {ConfirmationRequired} for a session of the portal.
 */
export async function removeClient(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { actor, name }: { actor: Actor; name: string },
): Promise<string> {
  requireRecentConfirmation(ctx, actor)
  return transaction(ctx, async (em) => {
    const client = await lockForChange(em, { actor, name })
    const details = { clientId: client.clientId, name: client.name }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'oauth_client.delete', subjectId: client.id, details })
    // Consents, grants and tokens go with its row.
    await tables(em).deleteFrom('oauth_client').where('id', '=', client.id).execute()
    return client.clientId
  })
}
