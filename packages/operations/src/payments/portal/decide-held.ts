import { findDecision, findNewestDecision, insertDecision } from '@gateway/db/payments/decision-queries'
import type { HeldDecisionEntity } from '@gateway/db/payments/held-decision.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState } from '@gateway/domain/kernel/error'
import { DecisionPending, DecisionRefused } from '@gateway/domain/payments/errors'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'
import { type MerchantActor, requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { ApiContext, Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findForDecision } from '../authorize-decision.ts'
import { acceptanceProblem } from '../held/accept-payment.ts'
import { findForwardable } from '../held/find-forwardable.ts'

const ANSWER_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 1_000

/** A payment, and what its merchant decides about its held money. */
interface HeldChoice {
  readonly paymentId: string
  readonly kind: DecisionKind
}

/**
 * Decides about the held money of a payment, and returns once that is carried out.
 *
 * The api cannot move a payment, so it writes the decision for a role that can. A repeated request finds the decision that waits or was carried
 * out and has no effect of its own.
 *
 * @throws {NotFound} also when the payment is another merchant's.
 * @throws {InvalidState} when nothing is there to decide about, or another decision waits.
 * @throws {DecisionRefused} when the money was gone meanwhile.
 * @throws {DecisionPending} when it was not carried out after ten seconds; it will be.
 */
export async function decideHeld(ctx: ApiContext, { actor, ...choice }: HeldChoice & { actor: Actor }): Promise<void> {
  const by = requireMerchant(actor)
  const known = await transaction(ctx, async (em) => (await findSame(em, ctx, { ...choice, by })) ?? write(em, ctx, { ...choice, by }))
  await awaitDecision(ctx, known)
}

type Choice = HeldChoice & { readonly by: MerchantActor }

/** The decision that this one repeats; undefined when it is a new one. */
async function findSame(em: Em, ctx: Context, { paymentId, kind, by }: Choice): Promise<string | undefined> {
  const payment = await findForDecision(em, { paymentId, by })
  const newest = await findNewestDecision(em, { paymentId })
  if (newest?.kind === kind && newest.state === 'waiting') return newest.id
  const problem = await problemOf(em, ctx, { payment, kind })
  if (problem === undefined) return undefined
  if (newest?.kind === kind && newest.state === 'done') return newest.id
  throw new InvalidState(payment.state, problem)
}

async function problemOf(em: Em, ctx: Context, { payment, kind }: { payment: PaymentEntity; kind: DecisionKind }) {
  return kind === 'accept' ? acceptanceProblem(payment) : (await findForwardable(em, ctx, payment)).problem
}

async function write(em: Em, ctx: Context, { paymentId, kind, by }: Choice): Promise<string> {
  const id = ctx.ids.uuid()
  const isFirst = await insertDecision(em, { id, paymentId, merchantId: by.merchantId, kind, decidedAt: ctx.clock.now() })
  if (!isFirst) return waitingOne(em, { paymentId, kind })
  queueNotification(em, { channel: 'decision', payload: id })
  return id
}

/** The decision that was written meanwhile. @throws {InvalidState} when it is another one. */
async function waitingOne(em: Em, { paymentId, kind }: HeldChoice): Promise<string> {
  const other = await findNewestDecision(em, { paymentId })
  if (other?.kind !== kind) throw new InvalidState('waiting', 'decide otherwise about a payment')
  return other.id
}

async function awaitDecision(ctx: ApiContext, id: string): Promise<void> {
  const endsAt = performance.now() + ANSWER_TIMEOUT_MS
  for (;;) {
    const leftMs = endsAt - performance.now()
    const heard = ctx.hear({ channel: 'decision_ended', payload: id, ms: Math.max(1, Math.min(POLL_INTERVAL_MS, leftMs)) })
    if (isCarriedOut(await findDecision(ctx.orm.em.fork(), { id }))) return
    if (leftMs <= 0) throw new DecisionPending()
    await heard
  }
}

/** @throws {DecisionRefused} */
function isCarriedOut(decision: HeldDecisionEntity | undefined): boolean {
  if (decision?.state === 'refused') throw new DecisionRefused(decision.problem ?? '')
  return decision?.state === 'done'
}
