import type { LightningDirection } from '@gateway/domain/lightning/payment'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** The sends of all merchants that have no end, the oldest first, at most so many. */
export const findOpenSends = (em: Em, { most }: { most: number }) =>
  tables(em)
    .selectFrom('lightning_payment')
    .innerJoin('business', 'business.id', 'lightning_payment.businessId')
    .leftJoin('lightning_attempt', 'lightning_attempt.paymentId', 'lightning_payment.id')
    .select([
      'lightning_payment.id',
      'business.name as businessName',
      'lightning_payment.walletId',
      'lightning_payment.paymentHash',
      'lightning_payment.amountMsat',
      'lightning_payment.reserveMsat',
      'lightning_payment.createdAt',
      'lightning_payment.lookAt',
      'lightning_attempt.calls',
      'lightning_attempt.lastProblem',
    ])
    .where('lightning_payment.direction', '=', 'outgoing')
    .where('lightning_payment.lookAt', 'is not', null)
    .orderBy('lightning_payment.createdAt')
    .limit(most)
    .execute()

/** How many payments of a direction have no end, of all merchants: invoices that can still be paid, or sends. */
export async function countOpenPayments(em: Em, { direction }: { direction: LightningDirection }): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM lightning_payment
    WHERE direction = ${direction} AND look_at IS NOT NULL`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}
