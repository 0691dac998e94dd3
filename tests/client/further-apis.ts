import { startChild } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import type { Running } from '@gateway/devnet/processes/running'
import { commandOf } from '@gateway/scripts/stack/programs'
import { apiSettings, type Settings, type Surroundings } from '@gateway/scripts/stack/settings'
import { freshDatabase } from '@gateway/testing/database'
import pg from 'pg'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Story } from '../support/story.ts'

/** Another API process of the story, which accepts the same credentials. */
export interface FurtherApi {
  readonly origin: string
  readonly pid: number
  stop(): Promise<void>
}

/** The faults of a database. */
export type Trouble = 'its tables are gone' | 'it takes no connections'

/** An API with a broken database. */
export interface TroubledApi extends FurtherApi {
  become(trouble: Trouble): Promise<void>
}

const ONE_EACH = Object.fromEntries(['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'].map((limit) => [limit, 1]))

/** An API on the story's own database whose rate limits are all one request a minute. */
export const startHurriedApi = (story: Story): Promise<FurtherApi> => startFurtherApi(story, { name: 'hurried-api', rateLimits: ONE_EACH })

/** An API whose database lost its tables after the start and never had prices. */
export async function startTroubledApi(story: Story): Promise<TroubledApi> {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  const running = await startFurtherApi(story, { name: 'troubled-api', databaseUrl, rateSources: {} })
  await dropTables(databaseUrl)
  const database = new URL(databaseUrl).pathname.slice(1)
  const admin = new pg.Client(inject('postgresUrl'))
  await admin.connect()
  return {
    ...running,
    become: async (trouble) => {
      await admin.query(`ALTER DATABASE ${database} CONNECTION LIMIT ${limits[trouble]}`)
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
    },
    stop: async () => {
      await running.stop()
      await admin.end()
    },
  }
}

const limits: Readonly<Record<Trouble, number>> = { 'its tables are gone': -1, 'it takes no connections': 0 }

async function dropTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.end()
}

/** Starts another API process with the story's settings, some of them changed. */
export async function startFurtherApi(
  { around, gateway }: Story,
  changes: { readonly name: string } & Partial<Surroundings>,
): Promise<FurtherApi> {
  const { name } = changes
  const folder = join(around.dataDir, name)
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  // Accepts tokens of the first API, because they share the issuer.
  const env: Settings = {
    ...apiSettings({ ...around, ...changes }, { port, custody: gateway.custody }),
  }
  const running: Running = await startChild({
    name,
    folder,
    ...commandOf('api', { folder, built: around.built }),
    env,
    isReady: () => isAlive(origin),
    log: () => {},
  })
  return { origin, pid: running.pid, stop: () => running.stop() }
}

const isAlive = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
