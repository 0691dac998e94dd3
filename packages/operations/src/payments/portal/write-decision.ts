import { findDecision, findNewestDecision, insertDecision, lockDecisions } from '@gateway/db/payments/decision-queries'
import type { HeldOf } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { DecisionPending, DecisionRefused } from '@gateway/domain/payments/errors'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'
import { awaitAnswer } from '../../kernel/await-answer.ts'
import type { ApiContext, Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'

/** What stands against a decision now, as an `InvalidState` says it, and what its decider saw; read after the newest decision, whose effects it shows. */
interface Judgement {
  readonly state: string
  readonly problem: string | undefined
  readonly seenUnits: () => bigint | null
}

/** A decision of a merchant, who may decide about the object. */
interface Wish {
  readonly of: HeldOf
  readonly kind: DecisionKind
  readonly merchantId: MerchantId
  /** @throws {NotFound} when the object is another merchant's. */
  readonly judge: () => Promise<Judgement>
}

/**
 * The decision that this one repeats, or a new one, in the caller's transaction.
 *
 * @returns its id.
 * @throws {InvalidState} when nothing is there to decide about, or another decision waits.
 */
export async function writeDecision(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, { of, kind, merchantId, judge }: Wish): Promise<string> {
  await lockDecisions(em, of)
  const newest = await findNewestDecision(em, of)
  const { state, problem, seenUnits } = await judge()
  const same = newest?.kind === kind ? newest : undefined
  if (same?.state === 'waiting') return same.id
  if (problem !== undefined) {
    if (same?.state === 'done') return same.id
    throw new InvalidState(state, problem)
  }
  const id = ctx.ids.uuid()
  const isWritten = await insertDecision(em, { id, of, merchantId, kind, seenUnits: seenUnits(), decidedAt: ctx.clock.now() })
  if (!isWritten) throw new InvalidState('waiting', 'decide otherwise about held money')
  queueNotification(em, { channel: 'decision', payload: id })
  return id
}

/**
 * Returns once a decision is carried out.
 *
 * @throws {DecisionRefused} with the reason when it was refused. @throws {DecisionPending} when it was not carried out after ten seconds; it will be.
 */
export async function awaitDecision(ctx: ApiContext, id: string): Promise<void> {
  const ended = await awaitAnswer(ctx, { channel: 'decision_ended', payload: id }, async () => {
    const found = await findDecision(ctx.orm.em.fork(), { id })
    return found?.state === 'waiting' ? undefined : found
  })
  if (!ended) throw new DecisionPending()
  if (ended.state === 'refused') throw new DecisionRefused(ended.problem ?? '')
}
