import { createTemplate } from '@gateway/testing/database'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

/** One Postgres for the whole run; every test file clones its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_POSTGRES_URL'] ?? ''
  const client = new pg.Client(url)
  await client.connect()
  await client.query('ALTER DATABASE app_template IS_TEMPLATE false').catch(() => {})
  await client.query('DROP DATABASE IF EXISTS app_template')
  await client.end()
  await createTemplate(url)
  project.provide('postgresUrl', url)
  return async () => {}
}
