import type { Orm } from '../orm.ts'
import { migrations } from './list.ts'

/** Refuses to migrate the database of another version. @throws {Error} naming a migration that this version does not know. */
export async function refuseOtherVersion(orm: Orm): Promise<void> {
  const known = new Set<string>(migrations.map(({ name }) => name))
  const other = (await orm.migrator.getExecuted()).find(({ name }) => !known.has(name))
  if (other === undefined) return
  throw new Error(
    `this database has the schema of another version (migration ${other.name}); use an empty one, which for "npm run dev" is one start with "-- --reset"`,
  )
}
