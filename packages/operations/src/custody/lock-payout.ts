import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendPurpose } from '@gateway/domain/custody/intent'
import { NotFound } from '@gateway/domain/kernel/error'

/** A payout as an operator names it: by its payment, or its return, and its round. */
interface Named {
  readonly purposes: readonly SpendPurpose[]
  readonly ref: string
  readonly leg: number
}

/** The payout, locked: whoever decides about it otherwise meanwhile comes first or after. @throws {NotFound} */
export async function lockPayout(
  em: Em,
  { purposes, ref, leg }: Named,
): Promise<Pick<SpendIntentEntity, 'id' | 'asset' | 'units' | 'state' | 'holdReason'>> {
  const payout = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'asset', 'units', 'state', 'holdReason'])
    .where('purpose', 'in', [...purposes])
    .where('ref', '=', ref)
    .where('leg', '=', leg)
    .forUpdate()
    .executeTakeFirst()
  if (!payout) throw new NotFound('payout')
  return payout
}
