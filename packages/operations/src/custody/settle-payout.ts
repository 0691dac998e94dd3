import { countSettlements, findShortFlush } from '@gateway/db/custody/settlement-queries'
import { tables } from '@gateway/db/tables'
import { SETTLE_APPROVALS } from '@gateway/domain/custody/policy'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { AssetCode } from '@gateway/domain/money/asset'
import { noteAction } from '../accounts/note-action.ts'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { lockPayout } from './lock-payout.ts'

/** Which payout is settled, and by whom. */
interface Settling {
  /** The payment. */
  readonly ref: string
  readonly leg: number
  /** `operator:<name>`. */
  readonly by: `operator:${string}`
}

/** What was counted and what has left, in base units, and how many operators still have to say so. */
export interface SettledShort {
  readonly asset: AssetCode
  readonly countedUnits: bigint
  readonly movedUnits: bigint
  readonly missing: number
}

/**
 * Says of a payout whose final flush has moved less than was counted that no more was there; the second operator's word lets it settle. Whoever reads
 * the chain does that with its next block: what was never there is counted no more, and the payout is booked as the log tells it. Nothing is signed
 * and nothing is sent. The word is about this flush and this amount, so it says nothing about another one.
 *
 * @throws {NotFound} when there is no such payout; {InvalidState} when it is held for something else, or not at all.
 */
export async function settlePayout(ctx: Context, { ref, leg, by }: Settling): Promise<SettledShort> {
  return transaction(ctx, async (em) => {
    const payout = await lockPayout(em, { purposes: ['forward'], ref, leg })
    const flush = await findShortFlush(em, payout.id)
    if (!flush) throw new InvalidState(payout.state, 'settle a payout that has not moved less than was counted')
    await tables(em)
      .insertInto('payout_settlement')
      .values({ intentId: payout.id, flushRef: flush.ref, units: flush.units, operator: by, at: ctx.clock.now() })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const missing = Math.max(0, SETTLE_APPROVALS - (await countSettlements(em, payout.id, flush)))
    const details = { leg, flush: flush.ref, counted: String(payout.units), moved: String(flush.units), missing }
    await noteAction(em, ctx, { actor: by, action: 'payout.settle', subjectId: ref, details })
    return { asset: payout.asset, countedUnits: payout.units, movedUnits: flush.units, missing }
  })
}
