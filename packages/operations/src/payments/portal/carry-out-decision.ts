import { claimDecision, endDecision } from '@gateway/db/payments/decision-queries'
import type { HeldDecisionEntity } from '@gateway/db/payments/held-decision.entity'
import { findPayment } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { DomainError, NotFound } from '@gateway/domain/kernel/error'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { Decision } from '../authorize-decision.ts'
import { acceptWithin } from '../held/accept-payment.ts'
import { forwardWithin } from '../held/forward-held.ts'

const acts: Readonly<Record<DecisionKind, (em: Em, ctx: Context, decision: Decision) => Promise<unknown>>> = {
  accept: acceptWithin,
  forward: forwardWithin,
}

/**
 * Carries out the oldest decision of a merchant that waits, and says so in the same transaction, so that it is carried out once. A refused one
 * is recorded with its reason and moves nothing.
 *
 * @returns false when none waits.
 */
export async function carryOutDecision(ctx: Context): Promise<boolean> {
  const claimed: { decision?: HeldDecisionEntity | undefined } = {}
  try {
    return await transaction(ctx, async (em) => {
      claimed.decision = await claimDecision(em)
      if (!claimed.decision) return false
      await carryOut(em, ctx, claimed.decision)
      return true
    })
  } catch (error) {
    const isRefused = error instanceof DomainError && error.kind !== 'unavailable'
    if (!isRefused || !claimed.decision) throw error
    await refuse(ctx, claimed.decision, error.message)
    return true
  }
}

async function carryOut(em: Em, ctx: Context, { id, kind, paymentId, merchantId, decidedAt }: HeldDecisionEntity): Promise<void> {
  const payment = await findPayment(em, { id: paymentId })
  if (!payment) throw new NotFound('payment')
  const session = { sessionId: id, openedIn: 'portal', confirmedAt: decidedAt, hasSecondFactor: false } as const
  const by: Actor = { kind: 'merchant', merchantId, mode: payment.mode, ...session }
  await acts[kind](em, ctx, { paymentId, by })
  await endDecision(em, { id, state: 'done', problem: null, endedAt: ctx.clock.now() })
  queueNotification(em, { channel: 'decision_ended', payload: id })
}

const refuse = (ctx: Context, { id }: HeldDecisionEntity, problem: string): Promise<void> =>
  transaction(ctx, async (em) => {
    await endDecision(em, { id, state: 'refused', problem, endedAt: ctx.clock.now() })
    queueNotification(em, { channel: 'decision_ended', payload: id })
  })
