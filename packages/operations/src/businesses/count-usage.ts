import { countCreations } from '@gateway/db/businesses/queries'
import type { Em } from '@gateway/db/orm'
import type { Business } from '@gateway/domain/businesses/business'
import { NO_CEILING, type Usage, usagePeriod } from '@gateway/domain/businesses/plan'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import type { ApiContext } from '../context.ts'

type Counted = Pick<Business, 'id' | 'mode' | 'plan'>

/**
 * Counts creations against the plans of their businesses, in the transaction that creates; a roll-back gives them back.
 *
 * All creations of a business are counted or none of them: of two callers that see the last free place, one gets it.
 *
 * @returns one place for each creation, in their order: the usage it makes, or the refusal because the month's transactions are used up.
 */
export async function countUsage(
  em: Em,
  ctx: Pick<ApiContext, 'plans' | 'clock'>,
  { businesses }: { businesses: readonly Counted[] },
): Promise<(Usage | UsageLimitExceeded)[]> {
  const limitOf = ({ plan }: Counted): number => Math.min(ctx.plans[plan].monthlyTransactions, NO_CEILING)
  const groups = [...Map.groupBy(businesses, ({ id }) => id).values()].flatMap((own) =>
    own.slice(0, 1).map(({ id, mode }) => ({ id, mode, count: own.length, limit: Math.min(...own.map(limitOf)) })),
  )
  const counted = await countCreations(em, { period: usagePeriod(ctx.clock.now()), groups })
  // What was counted before each creation; the creations of a business get their numbers one after another.
  const current = new Map(counted.map(({ businessId, before }) => [businessId, before]))
  return businesses.map((business) => {
    const limit = limitOf(business)
    const before = current.get(business.id)
    if (before === undefined) return new UsageLimitExceeded(limit)
    current.set(business.id, before + 1)
    return { current: before + 1, limit, remaining: limit - before - 1 }
  })
}
