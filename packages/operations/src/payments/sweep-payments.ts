import { findStranded } from '@gateway/db/payments/queries'
import type { Context } from '../context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { transaction } from '../transaction.ts'
import { restartPayment } from './payment-messages.ts'

const OVERDUE_MS = 30_000
const SWEPT_AT_ONCE = 500

/**
 * Finds payments that should have moved by now, and starts their workflows where there are none: windows that ended, confirmed payments nobody signs for.
 *
 * Rows decide, timers only trigger; this is what makes a lost timer or a lost run harmless.
 *
 * @param input.everything - every payment that is neither ended nor held, because all runs were lost.
 * @returns how many were told.
 */
export async function sweepPayments(ctx: Context, input: { everything: boolean }): Promise<number> {
  let told = 0
  for (let after = ''; ;) {
    const swept: readonly { id: string }[] = await transaction(ctx, async (em) => {
      const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS)
      const payments = await findStranded(em, { before: input.everything ? undefined : before, after, limit: SWEPT_AT_ONCE })
      await enqueue(em, ctx, payments.map(restartPayment))
      return payments
    })
    told += swept.length
    const last = swept.at(-1)
    if (!last || swept.length < SWEPT_AT_ONCE) return told
    after = last.id
  }
}
