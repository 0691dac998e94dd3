import pg from 'pg'

interface Table {
  readonly name: string
  /** Rows that the migrations wrote, as JSON. */
  readonly rows: string | null
}

/** Deleted rows stay in the files of their tables, where later statements pass over them. */
const MOST_BYTES = 16 * 2 ** 20

/**
 * Prepares a migrated database, which nobody has used, for `reuse.clean()`: it deletes what tests have written since and answers how many clients are
 * connected. When the schema was changed or the tables have grown too large, it deletes and answers nothing.
 */
export async function prepareCleaning(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const tables = await readTables(client)
    await client.query(`${noteOfChanges}; ${cleaning(tables, await readIdentities(client))}`)
  } finally {
    await client.end()
  }
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>("SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'")
  const tables: Table[] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ rows: string | null }>(`SELECT json_agg(one)::text AS rows FROM public.${name} AS one`)
    tables.push({ name, rows: found[0]?.rows ?? null })
  }
  return tables
}

/** Calls that put every sequence back. */
async function readIdentities(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ put: string }>(
    `SELECT format('setval(%L, %s, %s)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), (last_value IS NOT NULL)::text) AS put
     FROM pg_sequences WHERE schemaname = 'public'`,
  )
  return rows.map(({ put }) => put)
}

/** A transaction that changes the schema leaves a row here, in whatever role it runs. */
const noteOfChanges = `
  CREATE SCHEMA reuse;
  CREATE TABLE reuse.change (tag text);
  CREATE FUNCTION reuse.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN INSERT INTO reuse.change VALUES (TG_TAG); END'`

/** Without triggers: they guard rows that are written once. */
const cleaning = (tables: readonly Table[], identities: readonly string[]): string => `
  CREATE FUNCTION reuse.clean() RETURNS int LANGUAGE plpgsql SET session_replication_role = replica AS $clean$
  BEGIN
    IF EXISTS (SELECT FROM reuse.change) THEN RETURN NULL; END IF;
    IF (SELECT sum(pg_table_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) > ${MOST_BYTES} THEN RETURN NULL; END IF;
    ${tables.map(({ name }) => `DELETE FROM public.${name};`).join('\n')}
    ${tables.flatMap(({ name, rows }) => (rows === null ? [] : [insertion(name, rows)])).join('\n')}
    ${identities.map((put) => `PERFORM ${put};`).join('\n')}
    RETURN (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend');
  END $clean$;
  CREATE EVENT TRIGGER note ON ddl_command_end EXECUTE FUNCTION reuse.note();
  ALTER EVENT TRIGGER note ENABLE ALWAYS`

const insertion = (name: string, rows: string): string =>
  `INSERT INTO public.${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::public.${name}, ${pg.escapeLiteral(rows)});`
