import { retireCurrentKey } from '@gateway/db/identity/issuer-key-queries'
import { markStatusListsDue } from '@gateway/db/identity/status-list-queries'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import { InvalidState } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

/**
 * Retires the key that signs. The issuer makes the next one for what it signs first, which is every status list. The retired key stays in the DID document, so
 * that what it has signed stays valid.
 *
 * @returns the name of the retired key.
 * @throws {InvalidState} while there is no key: the issuer has not made it yet.
 */
export function rotateIssuerKey(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { by }: { by: OperatorName }): Promise<string> {
  return transaction(ctx, async (em) => {
    const kid = await retireCurrentKey(em, { retiredAt: ctx.clock.now() })
    if (kid === undefined) throw new InvalidState('without a key', 'wait until a running issuer has made it')
    await markStatusListsDue(em)
    await writeAuditEntry(em, ctx, { actor: by, action: 'issuer_key.rotate', subjectId: kid, details: {} })
    queueNotification(em, { channel: 'issuer_due', payload: '' })
    return kid
  })
}
