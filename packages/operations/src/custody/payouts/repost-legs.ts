import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import { holdOpenLegs } from './legs.ts'
import { resizeLeg } from './resize-leg.ts'
import { repostIntents } from './repost-intents.ts'

/** A leg and the block that credited its deposits again. */
interface Returned {
  readonly intentId: string
  readonly blockHash: string
}

/**
 * Posts legs again when the deposits that a reorg removed are credited once more. A leg that lost a deposit for good, because its log became
 * another amount, pays the rest.
 */
export async function repostLegs(em: Em, ctx: Context, returned: readonly Returned[]): Promise<void> {
  const blockOf = new Map(returned.map(({ intentId, blockHash }) => [intentId, blockHash]))
  const ids = [...blockOf.keys()]
  const reversed = (await holdOpenLegs(em, ids)).filter(({ posting }) => posting > 0)
  const depositsOf = Map.groupBy(await readDeposits(em, reversed), ({ intentId }) => intentId)
  for (const intent of reversed) {
    const deposits = depositsOf.get(intent.id) ?? []
    if (deposits.some(({ creditRevision }) => creditRevision === null) || sumUnits(deposits) === intent.units) continue
    await resizeLeg(em, ctx, { intent, deposits, blockHash: blockOf.get(intent.id) ?? '' })
  }
  await repostIntents(em, ctx, ids)
}

async function readDeposits(
  em: Em,
  legs: readonly SpendIntentEntity[],
): Promise<Pick<DepositEntity, 'id' | 'units' | 'creditRevision' | 'intentId'>[]> {
  if (legs.length === 0) return []
  const ids = legs.map(({ id }) => id)
  return tables(em)
    .selectFrom('deposit')
    .select(['id', 'units', 'creditRevision', 'intentId'])
    .where('intentId', 'in', ids)
    .orderBy('id')
    .execute()
}
