import type { RotateSecretInput } from '@gateway/contract/businesses'
import { lockStoredBusiness } from '@gateway/db/businesses/business-queries'
import { findWebhookSecret } from '@gateway/db/businesses/webhook-secret-queries'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../accounts/auth/require-confirmation.ts'
import type { ApiContext } from '../kernel/context.ts'
import { type Keep, storeResponse } from '../idempotency/idempotency-keys.ts'
import { transaction } from '../kernel/transaction.ts'
import { businessScope, requireLive } from './business-scope.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

/** The new secret, and until when the former one also signs. */
export interface RotatedSecret {
  readonly webhookSecret: string
  readonly previousValidUntil: Date
}

const OVERLAP_MS = 24 * 60 * 60 * 1_000

/**
 * Replaces the webhook secret of a business with the caller's or a generated one; it is shown only now.
 *
 * The former one stays valid for 24 hours; an older one ends now, because two are enough to switch receivers.
 *
 * @throws {NotFound} when the business is not the caller's.
 * @throws {LiveKeyRequired} for a test key.
 * @throws {ConfirmationRequired} for a session of the portal.
 */
export async function rotateWebhookSecret(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock' | 'webhookSealingKey'>,
  { actor, terms, keep }: { actor: Actor; terms: RotateSecretInput; keep?: Keep<RotatedSecret> | undefined },
): Promise<RotatedSecret> {
  requireLive(actor)
  requireRecentConfirmation(ctx, actor)
  const webhookSecret = terms.webhookSecret ?? newWebhookSecret(ctx)
  return transaction(ctx, async (em) => {
    const stored = await lockStoredBusiness(em, { ...businessScope(actor), id: terms.id })
    if (!stored) throw new NotFound('business')
    const endpointId = stored.webhook.id
    const now = ctx.clock.now()
    const rotated = { webhookSecret, previousValidUntil: new Date(now.getTime() + OVERLAP_MS) }
    const next = {
      sealedSecret: sealWebhookSecret(ctx.webhookSealingKey, { endpointId, secret: webhookSecret }),
      previousSealedSecret: await findWebhookSecret(em, { endpointId }),
      previousValidUntil: rotated.previousValidUntil,
      updatedAt: now,
    }
    await tables(em).updateTable('webhook_endpoint').set(next).where('id', '=', endpointId).execute()
    const action = { action: 'webhook_secret.rotate', subjectId: terms.id, details: { endpointId } } as const
    await writeAuditEntry(em, ctx, { actor: actorName(actor), ...action })
    await storeResponse(em, keep, rotated)
    return rotated
  })
}
