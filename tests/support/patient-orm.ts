import { type DatabaseSettings, openOrm, type Orm } from '@gateway/db/orm'

/** Connects as a process does, but for sessions that may say nothing within a transaction for as long as the machine of their test stands still. */
export function openPatientOrm(settings: Pick<DatabaseSettings, 'url' | 'poolSize'>): Promise<Orm> {
  return openOrm({
    ...settings,
    onPool: (pool) => {
      // Asked before whoever wanted the connection asks anything; it cannot fail but with the connection, which its next user is told of.
      pool.on('connect', (client) => void client.query('SET idle_in_transaction_session_timeout = 0').catch(() => {}))
    },
  })
}
