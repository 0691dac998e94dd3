import { sql } from 'kysely'
import { type Invariant, type ViolationRow, within } from './invariant.ts'

const creditsAddUp: Invariant = {
  id: 'I13',
  sentence:
    'what an invoice was credited is the sum of its credits and of its mark, and each credit of a deposit has that deposit in the ledger',
  find: (since) => sql<ViolationRow>`WITH looked AS (SELECT id, credited_minor, coalesce(outside_minor, 0) AS outside_minor FROM invoice
      WHERE ${within(since, ({ at }) => sql`id IN (SELECT invoice_id FROM invoice_credit WHERE invoice_credit.created_at >= ${at}::timestamptz)`)}),
    given AS (SELECT looked.id, coalesce(sum(credit.credited_minor), 0) AS credited_minor,
        count(credit.id) FILTER (WHERE credit.deposit_id IS NOT NULL AND deposit.credit_revision IS DISTINCT FROM credit.revision) AS lost
      FROM looked LEFT JOIN invoice_credit credit ON credit.invoice_id = looked.id AND credit.reversed_at IS NULL
        LEFT JOIN deposit ON deposit.id = credit.deposit_id
      GROUP BY looked.id)
    SELECT 'invoice:' || looked.id AS scope, concat_ws(' ', 'invoice', looked.id, looked.credited_minor - looked.outside_minor - given.credited_minor) AS hit,
      looked.credited_minor::text AS credited, given.credited_minor::text AS given, given.lost
    FROM looked JOIN given USING (id)
    WHERE looked.credited_minor <> looked.outside_minor + given.credited_minor OR given.lost > 0`,
}

/** What invoices were credited is what came. */
export const invoiceInvariants: readonly Invariant[] = [creditsAddUp]
