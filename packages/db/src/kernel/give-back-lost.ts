import type pg from 'pg'

/**
 * Gives a pool back the place of a connection that would otherwise be lost to it.
 *
 * One that ends while it is in use: Kysely keeps a connection whose BEGIN, COMMIT or ROLLBACK has failed (kysely-org/kysely#1990), so that a
 * process would run out of connections after its database was restarted often enough. And one that is made while the pool ends: Kysely 0.29.6 fails
 * to take it over from a pool that it has given up, and the pool would wait for it for ever.
 */
export function giveBackLost(pool: Pick<pg.Pool, 'on' | 'ending'>): void {
  const whenLost = new WeakMap<pg.PoolClient, () => void>()
  pool.on('acquire', (client) => {
    const giveBack = (): void => {
      client.release(true)
      // Who notices after us has nothing left to give back.
      client.release = () => {}
    }
    whenLost.set(client, giveBack)
    client.once('end', giveBack)
    // The pool says so before the connection can be given back.
    if (pool.ending) process.nextTick(giveBack)
  })
  pool.on('release', (_error, client) => {
    const giveBack = whenLost.get(client)
    if (giveBack) client.off('end', giveBack)
  })
}
