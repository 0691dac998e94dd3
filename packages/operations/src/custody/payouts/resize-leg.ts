import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { splitByTerms } from '@gateway/domain/custody/split-by-terms'
import { sumUnits } from '@gateway/domain/money/units'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { reverseTransfers } from '../../ledger/reverse-transfer.ts'
import { readSharedTerms } from './read-shared-terms.ts'
import { repostIntents } from './repost-intents.ts'
import { postingKey } from './posting-key.ts'

/** A leg and its new deposits. */
export interface LegResize {
  readonly intent: SpendIntentEntity
  readonly deposits: readonly Pick<DepositEntity, 'id' | 'units'>[]
  /** The expected network fee of its transaction; zero unless given. */
  readonly networkFeeUnits?: bigint
  /** The block that shows the leg's real deposits. */
  readonly blockHash: string
}

/**
 * Makes an open leg consist of exactly these deposits: its postings are reversed and posted again as the next revision.
 *
 * Removed deposits belong to no leg. A leg without deposits keeps its amount, has no postings and pays nothing.
 */
export async function resizeLeg(em: Em, ctx: Context, reshaping: LegResize): Promise<SpendIntentEntity> {
  const { intent, deposits, networkFeeUnits = 0n, blockHash } = reshaping
  for (const kind of ['broadcast', 'plan'] as const) await reverseTransfers(em, ctx, { kind, keys: [postingKey(intent)], blockHash })
  const ids = deposits.map((deposit) => deposit.id)
  await sql`UPDATE deposit SET intent_id = CASE WHEN id = ANY (${ids}::text[]) THEN ${intent.id}::uuid END
    WHERE intent_id = ${intent.id}::uuid OR id = ANY (${ids}::text[])`.execute(tables(em))
  const units = sumUnits(deposits)
  const whole = units === 0n ? {} : { ...splitByTerms(await readSharedTerms(em, intent), units, networkFeeUnits), units }
  const shape = { ...whole, posting: intent.posting + 1, updatedAt: ctx.clock.now() }
  await tables(em).updateTable('spend_intent').set(shape).where('id', '=', intent.id).execute()
  if (units > 0n) await repostIntents(em, ctx, [intent.id])
  return Object.assign(intent, shape)
}
