import type { RotateSecretInput } from '@gateway/contract/businesses'
import { findWebhookSecret, lockStoredBusiness } from '@gateway/db/businesses/queries'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../accounts/audit/write-audit-entry.ts'
import type { ApiContext } from '../kernel/context.ts'
import { type Keep, storeResponse } from '../idempotency/idempotency-keys.ts'
import { transaction } from '../kernel/transaction.ts'
import { businessScope, requireLive } from './business-scope.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

/** A secret that signs from now on, and how long the former one is listed beside it. */
export interface RotatedSecret {
  readonly webhookSecret: string
  readonly previousValidUntil: Date
}

const OVERLAP_MS = 24 * 60 * 60 * 1_000

/**
 * Gives the webhooks of a business a new secret, the caller's or one that is made now; it is shown this once.
 *
 * The former one stays, sealed as it is, for 24 hours; one that was former already ends now, because two are enough to change receivers.
 *
 * @throws {NotFound} when the business is none of the caller's.
 * @throws {LiveKeyRequired} for a test key.
 */
export async function rotateWebhookSecret(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock' | 'webhookSealingKey'>,
  { actor, terms, keep }: { actor: Actor; terms: RotateSecretInput; keep?: Keep<RotatedSecret> | undefined },
): Promise<RotatedSecret> {
  requireLive(actor)
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
