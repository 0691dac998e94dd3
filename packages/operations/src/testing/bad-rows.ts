import type { Orm } from '@gateway/db/orm'

/** How many bad rows stand before a good one: more than some sweeps take at once. */
export const BAD_ROWS = 150

/** An id below every id of a test, for the n-th copy of a row. */
const ID = "('00000000-0000-1000-8000-' || lpad(to_hex(n), 12, '0'))"
const IS_BAD = (column: string): string => `${column}::text LIKE '%00000000-0000-1000-8000-%'`

/** Makes and marks bad rows in the database of a test. */
export function badRows(orm: Orm) {
  const run = (statement: string): Promise<unknown> => orm.em.fork().getConnection().execute(statement)
  return {
    run,
    /**
     * Copies the only row of a table that matches, with other values in some columns: SQL, in which `$id` is the id of the copy and `n` its number.
     * Neither keys nor triggers are checked.
     */
    copy: (table: string, where: string, changes: Readonly<Record<string, string>>): Promise<unknown> => {
      const members = Object.entries(changes).map(([column, value]) => `'${column}', ${value.replaceAll('$id', ID)}`)
      return run(`BEGIN; SET LOCAL session_replication_role = replica;
        INSERT INTO ${table} OVERRIDING USER VALUE SELECT copy.* FROM (SELECT one FROM ${table} one WHERE ${where} LIMIT 1) first, generate_series(1, ${BAD_ROWS}) n,
          jsonb_populate_record(one, jsonb_build_object(${members.join(', ')})) copy;
        COMMIT`)
    },
    /** Makes the database refuse every change of a table's bad rows, or those that a further condition is true of. */
    refuse: async (table: string, { on = 'UPDATE', column = 'id', when = 'true' } = {}): Promise<void> => {
      await run(`CREATE OR REPLACE FUNCTION refuse_bad() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'bad row'; END $$`)
      await run(`CREATE TRIGGER refuse_bad BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${IS_BAD(`NEW.${column}`)} AND ${when})
        EXECUTE FUNCTION refuse_bad()`)
    },
  }
}

const alike = { why: 'The same as processor_intents.' }

/** Sweeps whose items are work of their own, as those of processor_intents. */
export const likeIntents = {
  processor_attempts: alike,
  processor_tasks: alike,
  processor_events: alike,
  processor_accounts: alike,
  card_payments: alike,
  card_holds: alike,
  card_refunds: alike,
  card_disputes: alike,
  lightning_requests: alike,
  lightning_invoices: alike,
  lightning_sends: alike,
  issuer_requests: alike,
  status_lists: alike,
} as const
