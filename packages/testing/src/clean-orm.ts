import { openOrm, type Orm, type PoolUse } from '@gateway/db/orm'
import { prepareCleaning } from './clean-database.ts'
import { dropDatabase, lastingDatabase } from './database.ts'

/** A database that tests use one after another, with the connections that it keeps open. */
interface Reused {
  readonly url: string
  readonly orm: Orm
  /** The one pool of the ORM, from its first statement on. */
  readonly pools: readonly PoolUse[]
}

/** A connected database, and what gives it back. */
export interface CleanOrm {
  readonly orm: Orm
  giveBack(): void
}

const POOL_SIZE = 10

/** Databases for one user at a time each. @returns what takes one. */
export function createReuse(): () => Promise<CleanOrm> {
  /** In the order in which they were given back: the one that has rested longest comes next. */
  const resting: Reused[] = []
  return async () => {
    const reused = (await takeClean(resting)) ?? (await openReused())
    let isGivenBack = false
    const giveBack = (): void => {
      // Once, however often it is called: two tests must never have the same database.
      if (!isGivenBack) resting.push(reused)
      isGivenBack = true
    }
    return { orm: new Proxy(reused.orm, { get: readThrough }), giveBack }
  }
}

/**
 * A database like a fresh one, without the work of copying it, connecting to it and reading its catalogue: it has the rows of the migrations alone,
 * its identities start anew, and its ORM is another, since the gateway keeps memories by it. Later tests of this process use it again.
 *
 * One is dropped instead when a test has changed its schema, has left a statement or a connection of its own, or
 * when its tables have grown large.
 */
export const cleanOrm = createReuse()

/** The ORM has private members, which only itself can read. */
function readThrough(orm: Orm, name: string | symbol): unknown {
  const value: unknown = Reflect.get(orm, name)
  return typeof value === 'function' ? value.bind(orm) : value
}

async function takeClean(resting: Reused[]): Promise<Reused | undefined> {
  const next = resting.shift()
  if (!next) return undefined
  if (await becomesClean(next)) return next
  await next.orm.close()
  await dropDatabase(next.url)
  return takeClean(resting)
}

async function becomesClean({ orm, pools }: Reused): Promise<boolean> {
  if (pools.some(({ idleCount, totalCount }) => idleCount !== totalCount)) return false
  const clean = 'SELECT reuse.clean() AS connections'
  const [answer] = await orm.em.fork().getConnection().execute<{ connections: number | null }[]>(clean)
  return answer?.connections === pools[0]?.totalCount
}

async function openReused(): Promise<Reused> {
  const url = await lastingDatabase()
  await prepareCleaning(url)
  const pools: PoolUse[] = []
  const orm = await openOrm({ url, poolSize: POOL_SIZE, onPool: (pool) => pools.push(pool) })
  return { url, orm, pools }
}
