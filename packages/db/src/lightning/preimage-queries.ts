import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Stores the preimage of an invoice to come, unless it has one. @returns the one that it has. */
export async function keepPreimage(em: Em, { paymentId, preimage }: { paymentId: string; preimage: string }): Promise<string> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('lightning_preimage')
    .values({ paymentId, preimage })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n) return preimage
  return (await findPreimage(em, { paymentId })) ?? preimage
}

/** The preimage of an invoice that is not settled. */
export const findPreimage = async (em: Em, { paymentId }: { paymentId: string }): Promise<string | undefined> =>
  (await tables(em).selectFrom('lightning_preimage').select('preimage').where('paymentId', '=', paymentId).executeTakeFirst())?.preimage

/** Forgets a preimage whose invoice nobody gets; another one of the same payment stays. */
export async function deletePreimage(em: Em, { paymentId, preimage }: { paymentId: string; preimage: string }): Promise<void> {
  await tables(em).deleteFrom('lightning_preimage').where('paymentId', '=', paymentId).where('preimage', '=', preimage).execute()
}

/** Forgets the preimages of invoices that have ended, and of requests that came to nothing. */
export async function deleteOldPreimages(em: Em, { until }: { until: Date }): Promise<void> {
  await sql`DELETE FROM lightning_preimage old USING lightning_request request
    WHERE request.id = old.payment_id AND request.ended_at <= ${until}::timestamptz
      AND NOT EXISTS (SELECT FROM lightning_payment payment WHERE payment.id = old.payment_id AND payment.state = 'pending')`.execute(
    tables(em),
  )
}
