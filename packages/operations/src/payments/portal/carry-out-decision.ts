import { claimDecision, endDecision, postponeDecision } from '@gateway/db/payments/decision-queries'
import type { HeldDecisionEntity } from '@gateway/db/payments/held-decision.entity'
import type { Em } from '@gateway/db/orm'
import { DomainError, messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import { sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'

/** Carries out a decision of a merchant in the caller's transaction. @throws {DomainError} what refuses it. */
export type CarryOut = (em: Em, ctx: Context, decision: HeldDecisionEntity) => Promise<void>

/** Who carries out the decisions about each kind of object. */
export type DecisionOwners = Readonly<Record<'payment' | 'invoice', CarryOut>>

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5 * 60_000

/**
 * Carries out the merchants' decision that has been due for longest, and says so in the same transaction, so that it is carried out once. A
 * refused one is recorded with its reason and moves nothing; one that fails is tried again later, and the others do not wait for it.
 *
 * @returns false when none is due.
 */
export async function carryOutDecision(ctx: Context, owners: DecisionOwners): Promise<boolean> {
  const claimed: { decision?: HeldDecisionEntity | undefined } = {}
  try {
    return await transaction(ctx, async (em) => {
      claimed.decision = undefined
      claimed.decision = await claimDecision(em, {
        at: ctx.clock.now(),
        except: keysPutOff(stateOf(ctx.orm, 'decisions'), ctx.clock.now()),
      })
      if (!claimed.decision) return false
      await owners[claimed.decision.paymentId === null ? 'invoice' : 'payment'](em, ctx, claimed.decision)
      await finish(em, ctx, claimed.decision)
      return true
    })
  } catch (error) {
    const { decision } = claimed
    if (!decision) throw error
    const isRefused = error instanceof DomainError && error.kind !== 'unavailable'
    const item = { name: 'decisions', key: decision.id, about: { decisionId: decision.id } } as const
    await sweepOne(ctx, item, () => (isRefused ? refuse(ctx, decision, error.message) : postpone(ctx, decision, error)))
    return true
  }
}

async function finish(em: Em, ctx: Context, { id }: HeldDecisionEntity): Promise<void> {
  await endDecision(em, { id, state: 'done', problem: null, endedAt: ctx.clock.now() })
  queueNotification(em, { channel: 'decision_ended', payload: id })
}

const refuse = (ctx: Context, { id }: HeldDecisionEntity, problem: string): Promise<void> =>
  transaction(ctx, async (em) => {
    await endDecision(em, { id, state: 'refused', problem, endedAt: ctx.clock.now() })
    queueNotification(em, { channel: 'decision_ended', payload: id })
  })

async function postpone(ctx: Context, { id, attempts }: HeldDecisionEntity, error: unknown): Promise<void> {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
  const nextAttemptAt = new Date(ctx.clock.now().getTime() + waitMs)
  await transaction(ctx, (em) => postponeDecision(em, { id, nextAttemptAt, attempts: attempts + 1 }))
  ctx.log.warn({ decisionId: id, attempts: attempts + 1, problem: messageOf(error) }, 'decision not carried out, trying again later')
}
