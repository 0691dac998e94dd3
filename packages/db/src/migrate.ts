import { applyGrants } from './apply-grants.ts'
import { refuseOtherVersion } from './migrations/refuse-other-version.ts'
import { refuseUnreadZones } from './migrations/refuse-unread-zones.ts'
import { type DatabaseSettings, openOrm } from './orm.ts'

/**
 * Brings the schema of a database and the rights of its users up to date; safe to run from several processes at once.
 *
 * @returns statements that only a user with more rights can run, to revoke the rights still open.
 * @throws {Error} when another version made the schema, or a business has a time zone that is read in two ways.
 */
export async function migrate({ url }: Pick<DatabaseSettings, 'url'>): Promise<string[]> {
  const orm = await openOrm({ url, poolSize: 1 })
  try {
    await refuseOtherVersion(orm)
    await orm.migrator.up()
    await refuseUnreadZones(orm)
    return await orm.em.fork().transactional(applyGrants)
  } finally {
    await orm.close()
  }
}
