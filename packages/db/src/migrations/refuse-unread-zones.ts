import { isTimeZone } from '@gateway/domain/businesses/time-zone'
import type { Orm } from '../orm.ts'
import { tables } from '../tables.ts'

/** Businesses have time zones by names that the runtime, the calendar and Postgres do not read alike. */
class UnreadZones extends Error {
  override readonly name = 'UnreadZones'

  constructor(businesses: readonly { readonly id: string; readonly timeZone: string }[]) {
    const named = businesses.map(({ id, timeZone }) => `${id} ${timeZone}`).join(', ')
    super(`these businesses have a time zone that is no IANA name: ${named}; set time_zone of the table business to one`)
  }
}

/** Refuses a database with time zones of an earlier version that took more names: no day of such a business is certain. @throws {UnreadZones} naming them. */
export async function refuseUnreadZones(orm: Orm): Promise<void> {
  const db = tables(orm.em.fork())
  const stored = await db.selectFrom('business').select('timeZone').distinct().execute()
  const unread = stored.map(({ timeZone }) => timeZone).filter((name) => !isTimeZone(name))
  if (unread.length === 0) return
  throw new UnreadZones(await db.selectFrom('business').select(['id', 'timeZone']).where('timeZone', 'in', unread).orderBy('id').execute())
}
