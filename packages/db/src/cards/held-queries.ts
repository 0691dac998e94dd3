import { sql } from 'kysely'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'
import { isPausedIntent } from './pause-queries.ts'

/** Card money that waits for an operator: a held payment, or one whose refund, transfer or reversal a pause stops. */
export interface HeldCardRow {
  readonly payment: string
  readonly escrow: string | null
  readonly state: string
  readonly currency: string
  readonly units: string
  readonly reason: string
  readonly since: string
}

/** All of it, the oldest first. */
export async function readHeldCards(em: Em): Promise<readonly HeldCardRow[]> {
  const held = sql<HeldCardRow>`SELECT id AS payment, escrow_id AS escrow, state, currency, amount_minor::text AS units, hold_reason AS reason,
      updated_at::text AS since FROM card_payment WHERE hold_reason IS NOT NULL
    UNION ALL SELECT card_payment.id, card_payment.escrow_id, card_payment.state, card_payment.currency, processor_intent.amount_minor::text,
      'paused:' || processor_intent.purpose, processor_intent.created_at::text
      FROM processor_intent JOIN card_payment ON card_payment.id = processor_intent.payment_id
      WHERE processor_intent.state = 'planned' AND ${isPausedIntent}
    ORDER BY since`
  return (await held.execute(tables(em))).rows
}

/** Ends the hold of a locked card payment, as an operator. */
export const saveHoldEnd = (em: Em, payment: CardPaymentEntity): Promise<void> =>
  updateTogether(em, { table: 'card_payment', columns: ['holdReason', 'updatedAt'], rows: [payment] })
