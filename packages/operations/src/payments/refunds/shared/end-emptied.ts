import { lockRefunds } from '@gateway/db/payments/refund-queries'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { purposesWhere } from '@gateway/domain/custody/purposes'
import { sql } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { endRefund } from './end-refund.ts'

/** Ends the refunds among some whose money a reorganisation has taken for good, so that later deposits can be offered. */
export async function endEmptied(em: Em, ctx: Context, refundIds: readonly string[]): Promise<void> {
  for (const back of await lockEmptied(em, refundIds))
    await endRefund(em, ctx, { back, by: 'system', reason: 'money_was_lost', input: 'lose' })
}

/** Locks the refunds without money whose signed attempts, if any, can never be mined. */
async function lockEmptied(em: Em, refundIds: readonly string[]): Promise<RefundEntity[]> {
  const backs = await lockRefunds(em, refundIds)
  const { rows } = await sql<{
    ref: string
  }>`SELECT ref FROM spend_intent leg WHERE purpose = ANY (${purposesWhere('isHeldAfterPin')}::text[]) AND ref = ANY (${refundIds}::text[]) AND (
      EXISTS (SELECT FROM deposit WHERE deposit.intent_id = leg.id)
      OR EXISTS (SELECT FROM spend_attempt live WHERE live.intent_id = leg.lead_id AND live.state IN ('signed', 'broadcast', 'final')))`.execute(
    tables(em),
  )
  const onTheirWay = new Set(rows.map(({ ref }) => ref))
  return backs.filter(({ id }) => !onTheirWay.has(id))
}
