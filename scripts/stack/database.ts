import { migrate } from '@gateway/db/migrate'
import pg from 'pg'

/** The URL of the gateway's migrated database on a server, created at the first start. */
export async function prepareDatabase(adminUrl: string): Promise<string> {
  const url = Object.assign(new URL(adminUrl), { pathname: '/gateway' }).toString()
  const client = new pg.Client(adminUrl)
  await client.connect()
  const found = await client.query("SELECT FROM pg_database WHERE datname = 'gateway'")
  if (found.rowCount === 0) await client.query('CREATE DATABASE gateway')
  await client.end()
  await migrate({ url })
  return url
}
