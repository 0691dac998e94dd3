import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { purposes } from '@gateway/domain/custody/purposes'
import { forwardPlanned, type HeldUnits, payoutBroadcast } from '@gateway/domain/ledger/templates'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { holdingOf } from './posting-key.ts'

/**
 * Posts reversed intents again once all their deposits reappeared: the plan, and the broadcast if there was one. Intents that were never reversed
 * have their postings and are skipped.
 */
export async function repostIntents(em: Em, ctx: Context, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length === 0) return
  const intents = (await tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where(isOneOf('id', intentIds, 'uuid'))
    .where('posting', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit')
            .select('deposit.id')
            .whereRef('deposit.intentId', '=', 'spend_intent.id')
            .where('deposit.creditRevision', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .execute()) as SpendIntentEntity[]
  const held = await readHeld(
    em,
    intents.map((intent) => intent.id),
  )
  await postTransfers(
    em,
    ctx,
    intents.map((intent) => {
      const { id, posting: revision } = intent
      const plan = { id, revision, split: intent, held: held.get(id) ?? [], payable: purposes[intent.purpose].payable }
      return forwardPlanned(holdingOf(intent), plan)
    }),
  )
  const sent = intents.filter((intent) => intent.state === 'broadcast')
  await postTransfers(
    em,
    ctx,
    sent.map((intent) => payoutBroadcast(holdingOf(intent), { id: intent.id, revision: intent.posting, units: intent.units })),
  )
}

/** The units an intent takes, by the account that holds them. */
async function readHeld(em: Em, intentIds: readonly string[]): Promise<Map<string | null, HeldUnits[]>> {
  if (intentIds.length === 0) return new Map()
  const deposits = await tables(em)
    .selectFrom('deposit')
    .select(['intentId', 'heldIn', 'units'])
    .where('intentId', 'in', [...intentIds])
    .execute()
  return Map.groupBy(deposits, (deposit) => deposit.intentId)
}
