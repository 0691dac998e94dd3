import { lockStoredKey, revokeChildKeys } from '@gateway/db/businesses/key-queries'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { writeAuditEntries } from '../../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { keyScope } from './key-scope.ts'

/**
 * Revokes an API key at once, with every key that was created with it; every process reads the row at each use. Revoking it again changes
 * nothing but revokes keys created with it that are still active.
 *
 * @returns when it was first revoked.
 * @throws {NotFound} when business or key are not the caller's.
 * @throws {ConfirmationRequired} for a session of the portal.
 */
export async function revokeApiKey(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock'>,
  { actor, businessId, keyId }: { actor: Actor; businessId: BusinessId; keyId: string },
): Promise<{ id: string; revokedAt: Date }> {
  return transaction(ctx, async (em) => {
    const scope = await keyScope(em, { actor, businessId })
    requireRecentConfirmation(ctx, actor)
    const key = await lockStoredKey(em, { ...scope, keyId })
    if (!key) throw new NotFound('API key')
    const at = ctx.clock.now()
    if (!key.revokedAt) await tables(em).updateTable('api_key').set({ revokedAt: at }).where('id', '=', key.id).execute()
    // Older keys did not always end with the key that created them.
    const children = await revokeChildKeys(em, { keyId: key.id, at })
    const decision = { actor: actorName(actor), action: 'api_key.revoke' } as const
    await writeAuditEntries(em, ctx, [
      ...(key.revokedAt ? [] : [{ ...decision, subjectId: key.id, details: { businessId } }]),
      ...children.map((child) => ({ ...decision, subjectId: child.id, details: { businessId: child.businessId, revokedWith: key.id } })),
    ])
    return { id: key.id, revokedAt: key.revokedAt ?? at }
  })
}
