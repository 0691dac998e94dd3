import { countWaiting, hasWaiting, lockCircuit, type OpenEndpoint, storeCircuit } from '@gateway/db/webhooks/circuit-queries'
import type { Em } from '@gateway/db/orm'
import type { DisabledReason } from '@gateway/db/webhooks/webhook-endpoint.entity'
import { defaultEmailLimits } from '@gateway/domain/accounts/email'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { afterOutcome, circuitRules, type Outcome } from '@gateway/domain/webhooks/circuit'
import { createPublicKey } from 'node:crypto'
import { writeAuditEntry } from '../accounts/audit/write-audit-entry.ts'
import { queueEmail } from '../accounts/emails/queue-email.ts'
import { getOwner } from '../businesses/get-owner.ts'
import type { WebhookContext } from './drain-endpoint.ts'

/** An attempt and its endpoint, as that was when the attempt was made. */
export interface SettledAttempt {
  readonly endpoint: Pick<OpenEndpoint, 'id' | 'url' | 'updatedAt'>
  readonly deliveryId: string
  readonly answer: Outcome['answer']
  /** The delivery has failed for good. */
  readonly isLast: boolean
  /** The HTTP status; null without an answer. */
  readonly statusCode: number | null
  readonly durationMs: number
}

/**
 * Updates the circuit of an endpoint from an attempt, in the transaction that records it.
 *
 * Switching an endpoint off is reported once, by an e-mail to its merchant and in the audit log. A failure of an attempt that began before the
 * endpoint was changed does not count.
 */
export async function settleCircuit(em: Em, ctx: WebhookContext, attempt: SettledAttempt): Promise<void> {
  const { endpoint, deliveryId, answer, isLast } = attempt
  const endpointId = endpoint.id
  const locked = await lockCircuit(em, { id: endpointId, unlessHealthy: answer === 'accepted' })
  if (!locked) return
  if (answer !== 'accepted' && locked.updatedAt.getTime() !== endpoint.updatedAt.getTime()) return
  const at = ctx.clock.now()
  const leavesNothing = isLast && !(await hasWaiting(em, { endpointId }))
  const circuit = afterOutcome(locked.circuit, { deliveryId, answer, at, leavesNothing }, ctx.circuitRules ?? circuitRules)
  if (circuit.state !== 'disabled') return storeCircuit(em, { id: endpointId, circuit })
  const reason = answer === 'gone' ? 'gone' : 'failing'
  await storeCircuit(em, { id: endpointId, circuit, disabled: { at, reason } })
  const { businessId } = locked
  const since = reason === 'gone' ? at : (locked.circuit.failingSince ?? at)
  await tellMerchant(em, ctx, { businessId, attempt, reason, since })
}

interface SwitchedOff {
  readonly businessId: BusinessId
  readonly attempt: SettledAttempt
  readonly reason: DisabledReason
  readonly since: Date
}

async function tellMerchant(em: Em, ctx: WebhookContext, { businessId, attempt, reason, since }: SwitchedOff): Promise<void> {
  const endpointId = attempt.endpoint.id
  await writeAuditEntry(em, ctx, { actor: 'system', action: 'webhook.disable', subjectId: businessId, details: { endpointId, reason } })
  const { id: merchantId, email: to, businessName } = await getOwner(em, { businessId })
  // The role that sends e-mails writes this one itself, and seals it to itself.
  const sealing = { ...ctx, webhookSealingKey: createPublicKey(ctx.webhookKey), emailLimits: ctx.emailLimits ?? defaultEmailLimits }
  const facts = {
    kind: `webhooks_${reason}`,
    to,
    business: { id: businessId, name: businessName },
    // Path and query of an endpoint often contain a secret.
    host: new URL(attempt.endpoint.url).host,
    since: since.toISOString(),
    switchedOffAt: ctx.clock.now().toISOString(),
    lastStatus: attempt.statusCode,
    lastDurationMs: Math.round(attempt.durationMs),
    waiting: await countWaiting(em, { endpointId }),
  } as const
  await queueEmail(em, sealing, { merchantId, facts })
  ctx.log.warn({ endpointId, businessId, reason }, 'webhook endpoint switched off')
}
