import { migrate } from '@gateway/db/migrate'
import { type DatabaseSettings, openOrm, type Orm } from '@gateway/db/orm'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrative URL of the run's Postgres; `app_template` has the migrated schema. */
    postgresUrl: string
  }
}

const TEMPLATE = 'app_template'
const ofThisFile = new Set<string>()
let counter = 0

/** Creates the migrated template that every test database is cloned from. Called once per run. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await administer(adminUrl, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ url: withDatabase(adminUrl, TEMPLATE) })
  await administer(adminUrl, `ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
}

/** URL of a new database for the calling test file; a copy of the migrated schema, or of another database of this run. */
export async function freshDatabase(adminUrl = inject('postgresUrl'), template = TEMPLATE): Promise<string> {
  const url = await lastingDatabase(adminUrl, template)
  ofThisFile.add(url)
  return url
}

/** Like `freshDatabase`, for a database that later test files use too. */
export async function lastingDatabase(adminUrl = inject('postgresUrl'), template = TEMPLATE): Promise<string> {
  const name = `t_${process.pid}_${Date.now().toString(36)}_${counter++}`
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  return withDatabase(adminUrl, name)
}

/** Drops the databases of the ending test file that it has not dropped itself. */
export async function dropDatabases(): Promise<void> {
  for (const url of ofThisFile) await dropDatabase(url)
}

/** A connected new database for the calling test file. */
export async function freshOrm(settings: Omit<Partial<DatabaseSettings>, 'url'> = {}): Promise<Orm> {
  return openOrm({ url: await freshDatabase(), poolSize: 10, ...settings })
}

/** Closes what `freshOrm` opened and drops its database: thousands of them would fill the memory that holds them. */
export async function closeAndDrop(orm: Orm): Promise<void> {
  await orm.close()
  await dropDatabase(String(orm.config.get('clientUrl')))
}

/** Drops a database, whoever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  ofThisFile.delete(url)
  await administer(withDatabase(url, 'postgres'), `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
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
