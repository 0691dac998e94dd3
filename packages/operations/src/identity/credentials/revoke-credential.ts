import { findCredential, revokeCredentialRow } from '@gateway/db/identity/credential-queries'
import { markStatusListsDue } from '@gateway/db/identity/status-list-queries'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

interface Revocation {
  readonly id: string
  readonly reason: string
  readonly by: OperatorName
}

/**
 * Revokes a credential for good: from this commit on the service calls it revoked, and the issuer signs its status list again at once. The reason is public.
 *
 * @throws {NotFound} @throws {InvalidState} when it is revoked.
 */
export async function revokeCredential(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { id, reason, by }: Revocation): Promise<void> {
  await transaction(ctx, async (em) => {
    const listId = await revokeCredentialRow(em, { id, revokedAt: ctx.clock.now(), revokeReason: reason })
    if (listId === undefined)
      throw (await findCredential(em, { id })) ? new InvalidState('revoked', 'it stays so') : new NotFound('credential')
    await markStatusListsDue(em, { id: listId })
    await writeAuditEntry(em, ctx, { actor: by, action: 'credential.revoke', subjectId: id, details: { reason } })
    queueNotification(em, { channel: 'issuer_due', payload: '' })
  })
}
