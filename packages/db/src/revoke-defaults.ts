import { sql } from 'kysely'
import type { Em } from './orm.ts'
import { databaseRoles, loginOf } from './roles.ts'
import { tables } from './tables.ts'

/** What writes large objects: they have no table whose grants could refuse them. Each is open to every user of a new database. */
const LARGE_OBJECT_WRITERS = [
  'lo_creat',
  'lo_create',
  'lo_from_bytea',
  'lo_import',
  'lo_put',
  'lo_truncate',
  'lo_truncate64',
  'lo_unlink',
  'lowrite',
]

/**
 * Takes from every user what Postgres gives to all in a new database and no role needs: temporary tables, which can stand in front of ours in a search
 * path, and large objects. A dump without `--create` and a copy of a database do not carry the first, so each migration does it again.
 *
 * @returns the SQL statements that a user with more rights has to run; none when all was done. The functions belong to the superuser.
 */
export async function revokeDefaults(em: Em): Promise<string[]> {
  const temporary = `REVOKE TEMPORARY ON DATABASE ${await databaseName(em)} FROM PUBLIC`
  await run(em, ifPermitted(temporary))
  const writers = await openWriters(em)
  const closing = `REVOKE EXECUTE ON FUNCTION ${writers.join(', ')} FROM PUBLIC`
  if (writers.length > 0) await run(em, ifPermitted(closing))
  const isClosed = (await openWriters(em)).length === 0
  return [...((await mayMakeTemporary(em)) ? [temporary] : []), ...(isClosed ? [] : [closing])]
}

/** A user without the right gets a warning or an error; the rights that are open afterwards decide. */
const ifPermitted = (statement: string): string => `DO $do$ BEGIN ${statement}; EXCEPTION WHEN insufficient_privilege THEN NULL; END $do$`

async function databaseName(em: Em): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`.execute(tables(em))
  return rows[0]?.name ?? ''
}

/** Signatures of the writers that one of our users may call. */
async function openWriters(em: Em): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    SELECT DISTINCT fn.oid::regprocedure::text AS signature FROM pg_proc AS fn, unnest(${logins()}::text[]) AS login
    WHERE fn.pronamespace = 'pg_catalog'::regnamespace AND fn.proname = ANY(${LARGE_OBJECT_WRITERS}::text[])
      AND has_function_privilege(login, fn.oid, 'EXECUTE') ORDER BY 1`.execute(tables(em))
  return rows.map(({ signature }) => signature)
}

async function mayMakeTemporary(em: Em): Promise<boolean> {
  const { rows } = await sql`SELECT FROM unnest(${logins()}::text[]) AS login
    WHERE has_database_privilege(login, current_database(), 'TEMPORARY')`.execute(tables(em))
  return rows.length > 0
}

const logins = (): string[] => databaseRoles.map(loginOf)
const run = (em: Em, statement: string) => sql.raw(statement).execute(tables(em))
