import { sql } from 'kysely'
import { functionGrants, grants } from './grants.ts'
import type { Em } from './orm.ts'
import { revokeDefaults } from './revoke-defaults.ts'
import { databaseRoles, loginOf } from './roles.ts'
import { tables } from './tables.ts'

/**
 * Makes the database users that are missing and gives each what the table of grants says, and nothing else, in the caller's transaction.
 *
 * Users belong to the server and not to a database; the migrating user needs CREATEROLE unless they exist. A password is the operator's to set.
 *
 * @returns statements that only a user with more rights can run; none when everything is as the table says.
 */
export async function applyGrants(em: Em): Promise<string[]> {
  await run(em, "SELECT pg_advisory_xact_lock(hashtextextended('grants', 0))")
  for (const role of databaseRoles) await run(em, createRole(loginOf(role)))
  const everyone = databaseRoles.map(loginOf).join(', ')
  await run(em, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${everyone}`)
  await run(em, `GRANT USAGE ON SCHEMA public TO ${everyone}`)
  for (const [table, given] of Object.entries(grants))
    for (const { to, may } of given) await run(em, `GRANT ${may} ON "${table}" TO ${to.map(loginOf).join(', ')}`)
  for (const [name, to] of Object.entries(functionGrants)) {
    await run(em, `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC, ${everyone}`)
    await run(em, `GRANT EXECUTE ON FUNCTION ${name} TO ${to.map(loginOf).join(', ')}`)
  }
  return revokeDefaults(em)
}

/** Databases of one server may be migrated side by side: another one can make the user in the same moment. */
const createRole = (name: string): string => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} LOGIN; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`

const run = (em: Em, statement: string) => sql.raw(statement).execute(tables(em))
