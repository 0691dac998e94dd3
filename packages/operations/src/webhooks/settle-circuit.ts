import { hasWaiting, lockCircuit, type OpenEndpoint, storeCircuit } from '@gateway/db/webhooks/circuit-queries'
import type { Em } from '@gateway/db/orm'
import type { DisabledReason } from '@gateway/db/webhooks/webhook-endpoint.entity'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { afterOutcome, circuitRules, type Outcome } from '@gateway/domain/webhooks/circuit'
import { createPublicKey } from 'node:crypto'
import { writeAuditEntry } from '../accounts/audit/write-audit-entry.ts'
import { queueNotice } from '../accounts/emails/queue-email.ts'
import { getOwner } from '../businesses/get-owner.ts'
import type { WebhookContext } from './drain-endpoint.ts'

/** An attempt and its endpoint, as that was when the attempt was made. */
export interface SettledAttempt {
  readonly endpoint: Pick<OpenEndpoint, 'id' | 'updatedAt'>
  readonly deliveryId: string
  readonly answer: Outcome['answer']
  /** The delivery has failed for good. */
  readonly isLast: boolean
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
  await tellMerchant(em, ctx, { businessId, endpointId, reason, since })
}

interface SwitchedOff {
  readonly businessId: BusinessId
  readonly endpointId: string
  readonly reason: DisabledReason
  readonly since: Date
}

async function tellMerchant(em: Em, ctx: WebhookContext, { businessId, endpointId, reason, since }: SwitchedOff): Promise<void> {
  await writeAuditEntry(em, ctx, { actor: 'system', action: 'webhook.disable', subjectId: businessId, details: { endpointId, reason } })
  const to = await getOwner(em, { businessId })
  // The role that sends e-mails writes this one itself, and seals it to itself.
  const sealing = { ...ctx, webhookSealingKey: createPublicKey(ctx.webhookKey) }
  await queueNotice(em, sealing, { to, kind: `webhooks_${reason}`, businessId, since })
  ctx.log.warn({ endpointId, businessId, reason }, 'webhook endpoint switched off')
}
