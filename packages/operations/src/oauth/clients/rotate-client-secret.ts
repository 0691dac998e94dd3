import { findSecretDigest } from '@gateway/db/oauth/client-queries'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { SECRET_OVERLAP_MS } from '@gateway/domain/oauth/client'
import { PublicClient } from '@gateway/domain/oauth/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { newClientSecret } from './client-secret.ts'
import { lockForChange } from './get-own-client.ts'

/** The new secret of a client, and until when the former one counts too. */
export interface RotatedClientSecret {
  readonly clientId: string
  readonly secret: string
  readonly previousValidUntil: Date
}

/**
 * Gives a client another secret, which is shown only now. The former one counts for 24 hours more; an older one ends now.
 *
 * @throws {NotFound} when the client is not the caller's. @throws {PublicClient} {AppsRefused}
 * @throws {ConfirmationRequired} for a session of the portal.
 */
export async function rotateClientSecret(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { actor, name, keep }: { actor: Actor; name: string; keep?: Keep<RotatedClientSecret> | undefined },
): Promise<RotatedClientSecret> {
  requireRecentConfirmation(ctx, actor)
  return transaction(ctx, async (em) => {
    const client = await lockForChange(em, { actor, name })
    if (client.isPublic) throw new PublicClient()
    const { text: secret, digest } = newClientSecret(ctx)
    const updatedAt = ctx.clock.now()
    const previousValidUntil = new Date(updatedAt.getTime() + SECRET_OVERLAP_MS)
    const previousSecretDigest = await findSecretDigest(em, client)
    await tables(em)
      .updateTable('oauth_client')
      .set({ secretDigest: digest, previousSecretDigest, previousValidUntil, updatedAt })
      .where('id', '=', client.id)
      .execute()
    const details = { clientId: client.clientId, previousValidUntil }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'oauth_client.rotate_secret', subjectId: client.id, details })
    const rotated = { clientId: client.clientId, secret, previousValidUntil }
    await storeResponse(em, keep, rotated)
    return rotated
  })
}
