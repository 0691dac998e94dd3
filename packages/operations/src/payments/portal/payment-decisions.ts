import type { HeldDecisionEntity } from '@gateway/db/payments/held-decision.entity'
import { findPayment } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Mode } from '@gateway/domain/kernel/id'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'
import type { Context } from '../../kernel/context.ts'
import type { Decision } from '../authorize-decision.ts'
import { acceptWithin } from '../held/accept-payment.ts'
import { forwardWithin } from '../held/forward-held.ts'
import type { CarryOut } from './carry-out-decision.ts'

const acts: Readonly<Record<DecisionKind, (em: Em, ctx: Context, decision: Decision & { seenUnits: bigint | null }) => Promise<unknown>>> =
  {
    accept: acceptWithin,
    forward: forwardWithin,
  }

/** Carries out what a merchant decided about a payment. @throws {NotFound} {InvalidState} {DecisionRefused} */
export const carryOutPayment: CarryOut = async (em, ctx, decision) => {
  const { kind, paymentId, seenUnits } = decision
  const payment = paymentId === null ? undefined : await findPayment(em, { id: paymentId })
  if (!payment) throw new NotFound('payment')
  await acts[kind](em, ctx, { paymentId: payment.id, by: deciderOf(decision, payment.mode), seenUnits })
}

/** The merchant who has decided, as whoever carries it out knows them. */
function deciderOf({ id, merchantId, decidedAt }: HeldDecisionEntity, mode: Mode): Actor {
  const session = { sessionId: id, openedIn: 'portal', confirmedAt: decidedAt, hasSecondFactor: false } as const
  return { kind: 'merchant', merchantId, mode, ...session }
}
