import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { releasableReasons } from '@gateway/domain/custody/hold'
import { RELEASE_APPROVALS } from '@gateway/domain/custody/policy'
import { InvalidState } from '@gateway/domain/kernel/error'
import { noteAction } from '../accounts/note-action.ts'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { lockPayout } from './lock-payout.ts'

/** Which payout is released, and by whom. */
interface Release {
  /** The payment, or the return. */
  readonly ref: string
  readonly leg: number
  /** `operator:<name>`. */
  readonly by: string
}

/**
 * Says that a payout above the caps may leave; the second operator's word lets it, at its next try. It holds for the amount of now: a payout that
 * has changed must be released anew.
 *
 * @returns how many operators still have to say so.
 * @throws {NotFound} when there is no such payout; {InvalidState} when it is not held by the caps.
 */
export async function releasePayout(ctx: Context, { ref, leg, by }: Release): Promise<number> {
  return transaction(ctx, async (em) => {
    const payout = await lockPayout(em, { purposes: ['forward', 'payment_refund'], ref, leg })
    if (payout.state !== 'held' || !releasableReasons.has(payout.holdReason ?? ''))
      throw new InvalidState(payout.state, 'release a payout that no cap holds')
    await tables(em)
      .insertInto('payout_release')
      .values({ intentId: payout.id, operator: by, units: payout.units, at: ctx.clock.now() })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const approvals = (await readApprovals(em, [payout]))(payout)
    const missing = Math.max(0, RELEASE_APPROVALS - approvals)
    await noteAction(em, ctx, {
      actor: by,
      action: 'payout.release',
      subjectId: ref,
      details: { leg, units: String(payout.units), missing },
    })
    return missing
  })
}

/** Tells how many different operators have released a payout with the amount it has now. */
export async function readApprovals(
  em: Em,
  payouts: readonly Pick<SpendIntentEntity, 'id' | 'units'>[],
): Promise<(payout: Pick<SpendIntentEntity, 'id' | 'units'>) => number> {
  const rows = await tables(em)
    .selectFrom('payout_release')
    .select(['intentId', 'units'])
    .where(
      'intentId',
      'in',
      payouts.map(({ id }) => id),
    )
    .execute()
  return ({ id, units }) => rows.filter((row) => row.intentId === id && row.units === units).length
}
