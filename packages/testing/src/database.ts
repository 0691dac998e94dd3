import { type DatabaseSettings, migrate, openOrm, type Orm } from '@gateway/db/orm'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrative URL of the run's Postgres; `app_template` holds the migrated schema. */
    postgresUrl: string
  }
}

const TEMPLATE = 'app_template'
const ofThisFile: string[] = []
let counter = 0

/** Makes the migrated template that every test database is cloned from. Called once per run. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await administer(adminUrl, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ url: withDatabase(adminUrl, TEMPLATE) })
  await administer(adminUrl, `ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
}

/** URL of a database of its own for the calling test file; a copy of the migrated schema, or of another database of this run. */
export async function freshDatabase(adminUrl = inject('postgresUrl'), template = TEMPLATE): Promise<string> {
  const url = await lastingDatabase(adminUrl, template)
  ofThisFile.push(url)
  return url
}

/** As `freshDatabase`, for a database that the test files after this one use too. */
export async function lastingDatabase(adminUrl = inject('postgresUrl'), template = TEMPLATE): Promise<string> {
  const name = `t_${process.pid}_${Date.now().toString(36)}_${counter++}`
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  return withDatabase(adminUrl, name)
}

/** Removes what the test file that ends has made: many of them reach the disk otherwise, and a run waits for that when it ends. */
export async function dropDatabases(adminUrl = inject('postgresUrl')): Promise<void> {
  for (const url of ofThisFile.splice(0)) await administer(adminUrl, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

/** A connected database of its own for the calling test file. */
export async function freshOrm(settings: Omit<Partial<DatabaseSettings>, 'url'> = {}): Promise<Orm> {
  return openOrm({ url: await freshDatabase(), poolSize: 10, ...settings })
}

const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
