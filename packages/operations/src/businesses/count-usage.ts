import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Business } from '@gateway/domain/businesses/business'
import { NO_CEILING, type Usage, usagePeriod } from '@gateway/domain/businesses/plan'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import type { ApiContext } from '../context.ts'

/**
 * Counts one creation against the business's plan, in the transaction that creates; a roll-back gives it back.
 *
 * One guarded upsert: of two callers that see the last free place, one gets it.
 *
 * @throws {UsageLimitExceeded} when the month's transactions are used up.
 */
export async function countUsage(
  em: Em,
  ctx: Pick<ApiContext, 'plans' | 'clock'>,
  business: Pick<Business, 'id' | 'mode' | 'plan'>,
): Promise<Usage> {
  const limit = Math.min(ctx.plans[business.plan].monthlyTransactions, NO_CEILING)
  if (limit <= 0) throw new UsageLimitExceeded(limit)
  const counted = await tables(em)
    .insertInto('usage_counter')
    .values({ businessId: business.id, mode: business.mode, period: usagePeriod(ctx.clock.now()), current: 1 })
    .onConflict((oc) =>
      oc
        .columns(['businessId', 'mode', 'period'])
        .doUpdateSet((eb) => ({ current: eb('usage_counter.current', '+', 1) }))
        .where('usage_counter.current', '<', limit),
    )
    .returning('current')
    .executeTakeFirst()
  if (!counted) throw new UsageLimitExceeded(limit)
  return { current: counted.current, limit, remaining: limit - counted.current }
}
