import { hasWaiting, lockCircuit, storeCircuit } from '@gateway/db/webhooks/circuit-queries'
import type { Em } from '@gateway/db/orm'
import { afterOutcome, circuitRules, type Outcome } from '@gateway/domain/webhooks/circuit'
import { noteAction } from '../accounts/note-action.ts'
import type { WebhookContext } from './drain-endpoint.ts'

/** An attempt that said something about its endpoint. */
export interface SettledAttempt {
  readonly endpointId: string
  readonly deliveryId: string
  readonly answer: Outcome['answer']
  /** The delivery has failed for good. */
  readonly isLast: boolean
}

/**
 * Lets the circuit of an endpoint learn from an attempt, in the transaction that records it.
 *
 * An endpoint that is switched off by its answers is told to its merchant by an entry in the audit log.
 */
export async function settleCircuit(em: Em, ctx: WebhookContext, attempt: SettledAttempt): Promise<void> {
  const { endpointId, deliveryId, answer, isLast } = attempt
  const locked = await lockCircuit(em, { id: endpointId, unlessHealthy: answer === 'accepted' })
  if (!locked) return
  const at = ctx.clock.now()
  const leavesNothing = isLast && !(await hasWaiting(em, { endpointId }))
  const circuit = afterOutcome(locked.circuit, { deliveryId, answer, at, leavesNothing }, ctx.circuitRules ?? circuitRules)
  if (circuit.state !== 'disabled') return storeCircuit(em, { id: endpointId, circuit })
  const reason = answer === 'gone' ? 'gone' : 'failing'
  await storeCircuit(em, { id: endpointId, circuit, disabled: { at, reason } })
  await noteAction(em, ctx, { actor: 'system', action: 'webhook.disable', subjectId: locked.businessId, details: { endpointId, reason } })
  ctx.log.warn({ endpointId, businessId: locked.businessId, reason }, 'an endpoint was switched off')
}
