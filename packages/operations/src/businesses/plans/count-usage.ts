import { countCreations } from '@gateway/db/businesses/usage-queries'
import type { Em } from '@gateway/db/orm'
import type { Business } from '@gateway/domain/businesses/business'
import { NO_CEILING, type Usage, usagePeriod } from '@gateway/domain/businesses/plan'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import type { ApiContext } from '../../kernel/context.ts'

/** A creation to be counted, in the month in which its object says that it was made. */
export interface Creation {
  readonly business: Pick<Business, 'id' | 'mode' | 'plan'>
  readonly createdAt: Date
}

/**
 * Counts creations against the plans of their businesses, in the transaction that creates; a roll-back gives them back.
 *
 * All creations of a business in a month are counted or none of them: of two callers that see the last free place, one gets it.
 *
 * @returns one place for each creation, in their order: the usage it makes, or the refusal because the month's transactions are used up.
 */
export async function countUsage(
  em: Em,
  ctx: Pick<ApiContext, 'plans'>,
  creations: readonly Creation[],
): Promise<(Usage | UsageLimitExceeded)[]> {
  const limitOf = ({ business }: Creation): number => Math.min(ctx.plans[business.plan].monthlyTransactions, NO_CEILING)
  const groups = [...Map.groupBy(creations, counterOf).values()].flatMap((own) =>
    own.slice(0, 1).map((creation) => ({
      id: creation.business.id,
      mode: creation.business.mode,
      period: usagePeriod(creation.createdAt),
      count: own.length,
      limit: Math.min(...own.map(limitOf)),
    })),
  )
  const counted = await countCreations(em, groups)
  // What was counted before each creation; the creations of a business get their numbers one after another.
  const current = new Map(counted.map(({ businessId, mode, period, before }) => [`${businessId} ${mode} ${period}`, before]))
  return creations.map((creation) => {
    const limit = limitOf(creation)
    const counter = counterOf(creation)
    const before = current.get(counter)
    if (before === undefined) return new UsageLimitExceeded(limit)
    current.set(counter, before + 1)
    return { current: before + 1, limit, remaining: limit - before - 1 }
  })
}

const counterOf = ({ business, createdAt }: Creation): string => `${business.id} ${business.mode} ${usagePeriod(createdAt)}`
