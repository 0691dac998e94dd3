import { grants } from '@gateway/db/grants'
import { runStatement } from '@gateway/db/kernel/run-statement'
import type { TestServer } from './test-server.ts'

/** What a request may change although it is refused. */
interface Ignored {
  readonly tables: readonly string[]
  readonly columns: readonly string[]
}

/** A digest of every stored row; nothing has changed while it is the same. */
export async function checksum({ api }: Pick<TestServer, 'api'>, { tables, columns }: Ignored): Promise<string> {
  const names = Object.keys(grants).filter((name) => !tables.includes(name))
  const row = `to_jsonb(t) - ARRAY[${columns.map((column) => `'${column}'`).join()}]::text[]`
  const digests = names.map(
    (name) =>
      `SELECT md5(coalesce(string_agg(md5((${row})::text), '' ORDER BY to_jsonb(t)::text), '')) AS sum, '${name}' AS name FROM "${name}" AS t`,
  )
  const rows = await runStatement<{ sum: string }>(api.orm.em.fork(), `${digests.join(' UNION ALL ')} ORDER BY name`, [])
  return rows.map(({ sum }) => sum).join(' ')
}
