import { openOrm } from '@gateway/db/orm'
import type { TestServer } from './test-server.ts'

/** A second session in the database of a test's API. */
export interface ForeignSession {
  /** Runs a statement in that session. */
  run(statement: string): Promise<Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

/** Opens such a session, without an idle timeout in a transaction. */
export async function openForeignSession({ api }: TestServer): Promise<ForeignSession> {
  const orm = await openOrm({ url: String(api.orm.config.get('clientUrl')), poolSize: 1 })
  const run: ForeignSession['run'] = (statement) => orm.em.fork().getConnection().execute(statement)
  await run('SET idle_in_transaction_session_timeout = 0')
  return { run, close: () => orm.close() }
}
