import { lockStoredKey, revokeChildKeys } from '@gateway/db/businesses/key-queries'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { noteActions } from '../accounts/note-action.ts'
import type { ApiContext } from '../context.ts'
import { transaction } from '../transaction.ts'
import { keyScope } from './key-scope.ts'

/**
 * Ends an API key at once and for good, with every key that was created with it: every process looks at the row at each use. Of a key that was revoked
 * before nothing changes.
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
    if (key.revokedAt) return { id: key.id, revokedAt: key.revokedAt }
    const revokedAt = ctx.clock.now()
    await tables(em).updateTable('api_key').set({ revokedAt }).where('id', '=', key.id).execute()
    const children = await revokeChildKeys(em, { keyId: key.id, at: revokedAt })
    const decision = { actor: actorName(actor), action: 'api_key.revoke' } as const
    await noteActions(em, ctx, [
      { ...decision, subjectId: key.id, details: { businessId } },
      ...children.map((child) => ({ ...decision, subjectId: child.id, details: { businessId: child.businessId, revokedWith: key.id } })),
    ])
    return { id: key.id, revokedAt }
  })
}
