import type pg from 'pg'

/**
 * Gives a pool back the place of a connection that ends while somebody has it.
 *
 * Who has it may not: Kysely keeps a connection whose BEGIN, COMMIT or ROLLBACK has failed (kysely-org/kysely#1990), so that a process would run
 * out of connections after its database was restarted often enough.
 */
export function giveBackLost(pool: Pick<pg.Pool, 'on'>): void {
  const whenLost = new WeakMap<pg.PoolClient, () => void>()
  pool.on('acquire', (client) => {
    const giveBack = (): void => {
      client.release(true)
      // Who notices after us has nothing left to give back.
      client.release = () => {}
    }
    whenLost.set(client, giveBack)
    client.once('end', giveBack)
  })
  pool.on('release', (_error, client) => {
    const giveBack = whenLost.get(client)
    if (giveBack) client.off('end', giveBack)
  })
}
