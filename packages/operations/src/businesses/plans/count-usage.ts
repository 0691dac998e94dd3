import { countCreations } from '@gateway/db/businesses/usage-queries'
import type { Em } from '@gateway/db/orm'
import type { Business } from '@gateway/domain/businesses/business'
import { NO_CEILING, type Usage, usagePeriod } from '@gateway/domain/businesses/plan'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import type { ApiContext } from '../../kernel/context.ts'

/** A creation to count, in the month of its object's creation time. */
export interface Creation {
  readonly business: Pick<Business, 'id' | 'mode' | 'plan'>
  readonly createdAt: Date
}

/**
 * Counts creations against the quotas of their businesses, in the creating transaction; a rollback uncounts them.
 *
 * All creations of a business in a month are counted or none: of two callers with one transaction left, one succeeds.
 *
 * @returns for each creation, in order, the usage including it, or the refusal because the monthly quota is exhausted.
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
  // The usage before each creation; the creations of a business are numbered one after another.
  const keyed = counted.map((group) => [`${group.businessId} ${group.mode} ${group.period}`, group] as const)
  const standing = new Map<string, number>(keyed.map(([counter, group]) => [counter, group.standing]))
  const current = new Map<string, number>(keyed.flatMap(([counter, { before }]) => (before === null ? [] : [[counter, before]])))
  return creations.map((creation) => {
    const limit = limitOf(creation)
    const counter = counterOf(creation)
    const before = current.get(counter)
    if (before === undefined) return new UsageLimitExceeded({ limit, standing: standing.get(counter) ?? limit })
    current.set(counter, before + 1)
    return { current: before + 1, limit, remaining: limit - before - 1 }
  })
}

const counterOf = ({ business, createdAt }: Creation): string => `${business.id} ${business.mode} ${usagePeriod(createdAt)}`
