import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import { tables } from '../tables.ts'
import type { LightningPreimageEntity } from './lightning-preimage.entity.ts'

/** Stores the preimages of invoices to come, unless they have one. @returns the ones that they have. */
export async function keepPreimages(em: Em, wanted: readonly LightningPreimageEntity[]): Promise<Map<string, string>> {
  // In one order for all callers: two that store the same wait for one another.
  const rows = wanted.toSorted((one, other) => (one.paymentId < other.paymentId ? -1 : 1))
  const ids = rows.map(({ paymentId }) => paymentId)
  const { rows: stored } = await sql<LightningPreimageEntity>`INSERT INTO lightning_preimage (payment_id, preimage)
    SELECT * FROM unnest(${ids}::uuid[], ${rows.map(({ preimage }) => preimage)}::text[]) ON CONFLICT DO NOTHING
    RETURNING payment_id AS "paymentId", preimage`.execute(tables(em))
  const kept = new Map(stored.map(({ paymentId, preimage }) => [paymentId, preimage]))
  const known = ids.filter((id) => !kept.has(id))
  return known.length === 0 ? kept : new Map([...kept, ...(await findPreimages(em, { paymentIds: known }))])
}

/** The preimages of invoices that are not settled, by the ids of their payments. */
export async function findPreimages(em: Em, { paymentIds }: { paymentIds: readonly string[] }): Promise<Map<string, string>> {
  const rows = await tables(em)
    .selectFrom('lightning_preimage')
    .select(['paymentId', 'preimage'])
    .where(isOneOf('payment_id', paymentIds, 'uuid'))
    .execute()
  return new Map(rows.map(({ paymentId, preimage }) => [paymentId, preimage]))
}

/** The preimage of an invoice that is not settled. */
export const findPreimage = async (em: Em, { paymentId }: { paymentId: string }): Promise<string | undefined> =>
  (await findPreimages(em, { paymentIds: [paymentId] })).get(paymentId)

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
