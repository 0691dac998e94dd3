import type { Em, Orm } from '@gateway/db/orm'
import { IsolationLevel } from '@mikro-orm/postgresql'

/** Reads everything at one moment, in one read-only transaction: what others commit meanwhile is in none of it. */
export const readSnapshot = <T>(orm: Orm, work: (em: Em) => Promise<T>): Promise<T> =>
  orm.em.fork().transactional(work, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
