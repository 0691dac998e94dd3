import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendIntent } from '@gateway/domain/custody/intent'
import { forwardPlanned, type Holding } from '@gateway/domain/ledger/templates'
import type { Split } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'

/** Money that must leave: which object's, from which deposits, and how it divides as far as is known before signing. */
export interface PlannedSpend {
  readonly purpose: SpendIntent['purpose']
  readonly ref: string
  readonly leg: number
  readonly holding: Holding
  readonly commitId: string
  readonly depositIds: readonly string[]
  readonly split: Split
}

/**
 * Decides that money leaves, once: intents with their deposits and their ledger plan (L2), in the caller's transaction.
 *
 * The unique key (purpose, ref, leg) is the guard; a decision that exists is passed over.
 */
export async function planIntents(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, spends: readonly PlannedSpend[]): Promise<void> {
  if (spends.length === 0) return
  const now = ctx.clock.now()
  const rows = spends.map((spend) => intentRow(spend, ctx.ids.uuid(), now))
  const written = await tables(em)
    .insertInto('spend_intent')
    .values(rows)
    .onConflict((oc) => oc.columns(['purpose', 'ref', 'leg']).doNothing())
    .returning(['id', 'ref'])
    .execute()
  const ids = new Map(written.map((row) => [row.ref, row.id]))
  const planned = spends.flatMap((spend) => {
    const id = ids.get(spend.ref)
    return id === undefined ? [] : [{ id, spend }]
  })
  await postTransfers(
    em,
    ctx,
    planned.map(({ id, spend }) => forwardPlanned(spend.holding, { id, split: spend.split })),
  )
  for (const { id, spend } of planned) {
    await tables(em)
      .updateTable('deposit')
      .set({ intentId: id })
      .where('id', 'in', [...spend.depositIds])
      .where('intentId', 'is', null)
      .execute()
  }
}

/** Units of a split: everything that leaves the deposit. */
export const unitsOf = ({ merchantUnits, feeUnits, networkFeeUnits }: Split): bigint => merchantUnits + feeUnits + networkFeeUnits

const intentRow = ({ purpose, ref, leg, holding, commitId, split }: PlannedSpend, id: string, now: Date) => ({
  ...split,
  id,
  purpose,
  ref,
  leg,
  leadId: id,
  chain: holding.chain,
  asset: holding.asset,
  mode: holding.mode,
  businessId: holding.businessId,
  units: unitsOf(split),
  commitId,
  state: 'planned' as const,
  holdReason: null,
  posting: 0,
  createdAt: now,
  updatedAt: now,
})
