import { type DatabaseSettings, openOrm, type Orm } from '@gateway/db/orm'

/** Connects as a process does, but lets callers wait for a connection, and transactions idle, for as long as the test's machine may stall. */
export function openOrmWithLongTimeouts(settings: Pick<DatabaseSettings, 'url' | 'poolSize'>): Promise<Orm> {
  return openOrm({
    ...settings,
    onPool: (pool) => {
      pool.options.connectionTimeoutMillis = 0
      // Runs before any other statement of the connection; it fails only with the connection, which the next user notices.
      pool.on('connect', (client) => void client.query('SET idle_in_transaction_session_timeout = 0').catch(() => {}))
    },
  })
}
