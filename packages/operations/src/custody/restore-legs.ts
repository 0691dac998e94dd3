import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../context.ts'
import { holdOpenLegs } from './legs.ts'
import { reshapeLeg } from './reshape-leg.ts'
import { restorePostings } from './restore-postings.ts'

type Returned = Pick<DepositEntity, 'intentId' | 'blockHash'>

/**
 * Books legs again whose deposits a reorganisation had taken and which were credited once more. A leg that has lost one of them, because its log has become
 * other money, pays what is left to it.
 */
export async function restoreLegs(em: Em, ctx: Context, returned: readonly Returned[]): Promise<void> {
  const blockOf = new Map(returned.flatMap(({ intentId, blockHash }) => (intentId && blockHash ? [[intentId, blockHash] as const] : [])))
  const ids = [...blockOf.keys()]
  for (const { id, feeBps, deposits } of await findSmaller(em, ids)) {
    const [intent] = await holdOpenLegs(em, [id])
    if (intent) await reshapeLeg(em, ctx, { intent, deposits, feeBps, blockHash: blockOf.get(id) ?? '' })
  }
  await restorePostings(em, ctx, ids)
}

interface Smaller {
  readonly id: string
  readonly feeBps: number
  readonly deposits: readonly Pick<DepositEntity, 'id' | 'units'>[]
}

/** Legs that were reversed and whose deposits, all credited again, are no longer what they were planned over. */
async function findSmaller(em: Em, ids: readonly string[]): Promise<Smaller[]> {
  if (ids.length === 0) return []
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .innerJoin('commit', 'commit.id', 'spend_intent.commitId')
    .innerJoin('deposit', 'deposit.intentId', 'spend_intent.id')
    .select([
      'spend_intent.id',
      'spend_intent.units as planned',
      'commit.feeBps',
      'deposit.id as depositId',
      'deposit.units',
      'deposit.creditedBy',
    ])
    .where('spend_intent.id', 'in', [...ids])
    .where('spend_intent.posting', '>', 0)
    .orderBy('deposit.id')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own): Smaller[] => {
    const [first] = own
    if (!first || own.some(({ creditedBy }) => creditedBy === null) || sumUnits(own) === first.planned) return []
    return [{ id: first.id, feeBps: first.feeBps, deposits: own.map(({ depositId, units }) => ({ id: depositId, units })) }]
  })
}
