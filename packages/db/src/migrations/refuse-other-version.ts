import type { Orm } from '../orm.ts'
import { migrations } from './list.ts'

/** The database has the schema of another version of the gateway. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
  /** A migration that this version does not know. */
  readonly migration: string

  constructor(migration: string) {
    super(
      `this database has the schema of another version (migration ${migration}); use an empty one, which for "npm run dev" is one start with "-- --reset"`,
    )
    this.migration = migration
  }
}

/** Refuses to migrate the database of another version. @throws {OtherSchema} naming a migration that this version does not know. */
export async function refuseOtherVersion(orm: Orm): Promise<void> {
  const known = new Set<string>(migrations.map(({ name }) => name))
  const other = (await orm.migrator.getExecuted()).find(({ name }) => !known.has(name))
  if (other !== undefined) throw new OtherSchema(other.name)
}
