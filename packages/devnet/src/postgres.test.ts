import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { temporaryFolder } from './processes/temporary-folder.ts'
import { waitFor } from './wait.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('startPostgres keeps a committed row and the address after the database was killed', async () => {
  const dataDir = join(folder.path, 'killed')
  const first = await startPostgres({ dataDir })
  await query(first.url, 'create table kept as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await startPostgres({ dataDir })
  try {
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  } finally {
    await second.stop()
  }
})

test('startPostgres runs version 18 on loopback only, durable by default', async () => {
  const durable = await startPostgres({ dataDir: join(folder.path, 'durable') })
  const careless = await startPostgres({ dataDir: join(folder.path, 'careless'), durable: false, maxConnections: 50 })
  const facts = `select current_setting('fsync') as fsync, current_setting('max_connections') as connections,
    current_setting('listen_addresses') as addresses, current_setting('server_version_num')::int / 10000 as major`
  try {
    expect(await query(durable.url, facts)).toEqual([{ fsync: 'on', connections: '300', addresses: '127.0.0.1', major: 18 }])
    expect(await query(careless.url, facts)).toEqual([{ fsync: 'off', connections: '50', addresses: '127.0.0.1', major: 18 }])
    expect(durable.port).toBeLessThan(32_768)
  } finally {
    await Promise.all([durable.stop(), careless.stop()])
  }
})

test('startPostgres refuses a cluster of another major version and names it', async () => {
  const dataDir = join(folder.path, 'old')
  mkdirSync(join(dataDir, 'cluster'), { recursive: true })
  writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '15\n')
  await expect(startPostgres({ dataDir })).rejects.toThrow(/was made by Postgres 15/)
})

test('startPostgres reports a taken port', async () => {
  const thirdParty = createServer()
  await new Promise<void>((resolve) => thirdParty.listen(0, '127.0.0.1', resolve))
  const address = thirdParty.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    await expect(startPostgres({ dataDir: join(folder.path, 'taken'), port })).rejects.toThrow(`Port ${port} for postgres is taken`)
  } finally {
    thirdParty.close()
  }
})

test('startPostgres reports the end of the server’s log when it fails', async () => {
  const dataDir = join(folder.path, 'broken')
  await (await startPostgres({ dataDir })).stop()
  const control = join(dataDir, 'cluster/global/pg_control')
  expect(readFileSync(control).length).toBeGreaterThan(0)
  rmSync(control)
  await expect(startPostgres({ dataDir })).rejects.toThrow(/postgres did not start .*could not (find|open)/s)
})

test('startPostgres restarts a killed database while one of its sessions is still busy', async () => {
  const dataDir = join(folder.path, 'busy')
  const first = await startPostgres({ dataDir })
  const [busy, watcher] = [await connect(first.url), await connect(first.url)]
  const counting = await countedMeanwhile(busy, watcher)
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await startPostgres({ dataDir })
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await counting.end
  for (const client of [busy, watcher]) await client.end().catch(() => undefined)
  await second.stop()
})

/** Runs a long count in a session until the other one observes it; returns the end of the count. */
async function countedMeanwhile(busy: pg.Client, watcher: pg.Client): Promise<{ readonly end: Promise<unknown> }> {
  let isCounting = false
  const count = (): Promise<unknown> => {
    isCounting = true
    // A count does not pause to notice that the postmaster is dead.
    const end = busy.query('select count(*) from generate_series(1, 12000000)').catch(() => undefined)
    return end.finally(() => (isCounting = false))
  }
  let end = count()
  await waitFor('the counting to be under way', async () => {
    // A busy machine may observe too late.
    if (!isCounting) end = count()
    const active = await watcher.query("select 1 from pg_stat_activity where state = 'active' and query like 'select count%'")
    return active.rows.length === 1
  })
  return { end }
}
