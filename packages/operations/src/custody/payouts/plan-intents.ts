import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendIntent } from '@gateway/domain/custody/intent'
import { purposes } from '@gateway/domain/custody/purposes'
import { forwardPlanned, type Holding } from '@gateway/domain/ledger/templates'
import type { Split } from '@gateway/domain/payments/rules'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'

/** A payout to plan: its object, its deposits, and its split as far as known before signing. */
export interface PlannedSpend {
  readonly purpose: SpendIntent['purpose']
  readonly ref: string
  readonly leg: number
  readonly holding: Holding
  readonly payoutTermsId: string
  readonly deposits: readonly Pick<DepositEntity, 'id' | 'units' | 'heldIn'>[]
  readonly split: Split & { readonly excessUnits?: bigint }
}

/**
 * Plans payouts once: intents with their deposits and ledger plan (L2, L16), in the caller's transaction.
 *
 * The unique key (purpose, ref, leg) makes it idempotent.
 *
 * @throws {Error} for a purpose that must not be signed twice, on a chain that cannot prove it was not paid.
 */
export async function planIntents(em: Em, ctx: Pick<Context, 'ids' | 'clock' | 'rails'>, spends: readonly PlannedSpend[]): Promise<void> {
  if (spends.length === 0) return
  const now = ctx.clock.now()
  for (const spend of spends) checkRepeatable(ctx, spend)
  for (const { holding } of spends) queueNotification(em, { channel: 'payouts_planned', payload: holding.chain })
  const rows = spends.map((spend) => intentRow(spend, ctx.ids.uuid(), now))
  const ids = await insertIntents(em, rows)
  const planned = spends.flatMap((spend) => {
    const id = ids.get(legKey(spend))
    return id === undefined ? [] : [{ id, spend }]
  })
  await postTransfers(
    em,
    ctx,
    planned.map(({ id, spend }) =>
      forwardPlanned(spend.holding, { id, split: spend.split, held: spend.deposits, payable: purposes[spend.purpose].payable }),
    ),
  )
  await takeDeposits(
    em,
    planned.flatMap(({ id, spend }) => spend.deposits.map((deposit) => ({ depositId: deposit.id, intentId: id }))),
  )
}

/**
 * Where a dead transaction's nonce proves only that another one was mined, a payout is signed again without knowing what that one did: planning it
 * is refused unless a second one pays nothing more.
 */
function checkRepeatable({ rails }: Pick<Context, 'rails'>, { purpose, holding: { chain } }: PlannedSpend): void {
  if (rails.get(chain)?.deathProof !== 'used_nonce' || purposes[purpose].isIdempotentOnChain) return
  throw new Error(`a ${purpose} may be paid twice on ${chain}`)
}

const legKey = ({ ref, leg }: Pick<PlannedSpend, 'ref' | 'leg'>): string => `${ref}|${leg}`

/** Ids of the new intents, by object and leg. */
async function insertIntents(em: Em, rows: readonly ReturnType<typeof intentRow>[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const portion of portions(rows)) {
    const written = await tables(em)
      .insertInto('spend_intent')
      .values(portion)
      .onConflict((oc) => oc.columns(['purpose', 'ref', 'leg']).doNothing())
      .returning(['id', 'ref', 'leg'])
      .execute()
    for (const row of written) ids.set(legKey(row), row.id)
  }
  return ids
}

/** A deposit belongs to at most one intent. */
async function takeDeposits(em: Em, taken: readonly { depositId: string; intentId: string }[]): Promise<void> {
  await sql`UPDATE deposit SET intent_id = taken.intent_id
    FROM unnest(${taken.map((row) => row.depositId)}::text[], ${taken.map((row) => row.intentId)}::uuid[]) AS taken (deposit_id, intent_id)
    WHERE deposit.id = taken.deposit_id AND deposit.intent_id IS NULL`.execute(tables(em))
}

/** The sum of a split. */
export const unitsOf = ({ merchantUnits, feeUnits, networkFeeUnits }: Split): bigint => merchantUnits + feeUnits + networkFeeUnits

const intentRow = ({ purpose, ref, leg, holding, payoutTermsId, split }: PlannedSpend, id: string, now: Date) => ({
  ...split,
  excessUnits: split.excessUnits ?? 0n,
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
  payoutTermsId,
  state: 'planned' as const,
  holdReason: null,
  heldSince: null,
  posting: 0,
  createdAt: now,
  updatedAt: now,
})
