import { type LetterKind, reminderWindows } from '@gateway/domain/invoices/reminder'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import { isNoneOf } from '../../kernel/page.ts'

/** A letter that is due to the client of an invoice. */
export interface DueLetter {
  readonly invoiceId: string
  readonly kind: LetterKind
}

/** What is wanted of the letters that are due; those that are put off are named as `<invoice id> <kind>`. */
interface Wanted {
  readonly now: Date
  readonly limit: number
  readonly except: readonly string[]
}

const PAID_LATELY_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * Letters that are due and were not queued: reminders of invoices on which something is open, in the windows around their due day, unless an invoice was sent in the same window,
 * and notices of those that were paid within a week.
 */
export async function findDueLetters(em: Em, { now, limit, except }: Wanted): Promise<DueLetter[]> {
  const windows = Object.entries(reminderWindows).map(
    ([
      kind,
      { fromMs, untilMs },
    ]) => sql`(${kind}, ${new Date(now.getTime() - untilMs)}::timestamptz, ${new Date(now.getTime() - fromMs)}::timestamptz,
      ${fromMs}::bigint)`,
  )
  const { rows } = await sql<DueLetter>`
    WITH due AS (
      SELECT invoice.id AS invoice_id, stage.kind FROM (VALUES ${sql.join(windows)}) AS stage (kind, overdue_after, overdue_by, from_ms)
        JOIN invoice ON invoice.overdue_at > stage.overdue_after AND invoice.overdue_at <= stage.overdue_by
        WHERE invoice.state IN ('sent', 'overdue') AND invoice.reminders_on AND invoice.sent_at < invoice.overdue_at + stage.from_ms * interval '1 millisecond'
          AND invoice.amount_minor > invoice.credited_minor + invoice.credit_notes_minor
      UNION ALL
      SELECT invoice.id, 'paid' FROM invoice WHERE invoice.state = 'paid' AND invoice.paid_at > ${new Date(now.getTime() - PAID_LATELY_MS)}
    )
    SELECT due.invoice_id AS "invoiceId", due.kind FROM due
      WHERE NOT EXISTS (SELECT FROM invoice_letter AS letter WHERE letter.invoice_id = due.invoice_id AND letter.kind = due.kind)
        AND ${isNoneOf(sql`due.invoice_id || ' ' || due.kind`, except)}
      LIMIT ${limit}`.execute(tables(em))
  return rows
}

/** Says that a letter is queued, in the caller's transaction. @returns false for one that was queued before. */
export async function insertLetter(em: Em, letter: DueLetter & { readonly queuedAt: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(em)
    .insertInto('invoice_letter')
    .values(letter)
    .onConflict((conflict) => conflict.columns(['invoiceId', 'kind']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
