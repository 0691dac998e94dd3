import { lockStoredKey, revokeChildKeys } from '@gateway/db/businesses/key-queries'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { writeAuditEntries } from '../../accounts/audit/write-audit-entry.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { keyScope } from './key-scope.ts'

/**
 * Ends an API key at once and for good, with every key that was created with it: every process looks at the row at each use. A key that was revoked
 * before stays as it is; those created with it that are still alive end now.
 *
 * @returns when it was revoked, the first time.
 * @throws {NotFound} when business or key are none of the caller's.
 */
export async function revokeApiKey(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock'>,
  { actor, businessId, keyId }: { actor: Actor; businessId: BusinessId; keyId: string },
): Promise<{ id: string; revokedAt: Date }> {
  return transaction(ctx, async (em) => {
    const key = await lockStoredKey(em, { ...(await keyScope(em, { actor, businessId })), keyId })
    if (!key) throw new NotFound('API key')
    const at = ctx.clock.now()
    if (!key.revokedAt) await tables(em).updateTable('api_key').set({ revokedAt: at }).where('id', '=', key.id).execute()
    // Keys did not always end with the one that created them.
    const children = await revokeChildKeys(em, { keyId: key.id, at })
    const decision = { actor: actorName(actor), action: 'api_key.revoke' } as const
    await writeAuditEntries(em, ctx, [
      ...(key.revokedAt ? [] : [{ ...decision, subjectId: key.id, details: { businessId } }]),
      ...children.map((child) => ({ ...decision, subjectId: child.id, details: { businessId: child.businessId, revokedWith: key.id } })),
    ])
    return { id: key.id, revokedAt: key.revokedAt ?? at }
  })
}
