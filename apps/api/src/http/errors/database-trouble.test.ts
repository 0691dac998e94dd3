import { openOrm } from '@gateway/db/orm'
import { freshDatabase, freshOrm } from '@gateway/testing/database'
import { TRPCError } from '@trpc/server'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isDatabaseTrouble } from './database-trouble.ts'
import { refusalOf } from './errors.ts'

const NOW = new Date('2026-11-30T23:59:00.000Z')
const BUSY = { status: 503, code: 'DATABASE_BUSY', headers: { 'Retry-After': '5' } }

const failed = (members: Readonly<Record<string, unknown>>) => Object.assign(new Error('failed'), members)

const codes =
  '08000 08001 08003 08006 08P01 25P03 25P04 53300 55P03 57014 57P01 57P02 57P03 57P04 57P05 ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'

const words = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'There was an error establishing an SSL connection',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]

const shapes: readonly (readonly [string, Error])[] = [
  ['a socket file that is gone', failed({ code: 'ENOENT', syscall: 'connect' })],
  ['a host without one of its networks', failed({ code: 'EADDRNOTAVAIL', syscall: 'connect' })],
  ['a cause of a cause', new Error('outer', { cause: new Error('inner', { cause: failed({ code: '57P01' }) }) })],
  ['one of several addresses', new AggregateError([failed({ code: 'EACCES' }), failed({ code: 'ECONNREFUSED' })])],
  ['a cause that has several', new Error('outer', { cause: new AggregateError([new Error('Connection terminated unexpectedly')]) })],
]

const table: readonly (readonly [string, Error])[] = [
  ...codes.split(' ').map((code) => [code, failed({ code })] as const),
  ...words.map((message) => [message, new Error(message)] as const),
  ...shapes,
]

describe('an error of a database that cannot serve', () => {
  test.each(table)('becomes 503 DATABASE_BUSY, from a procedure or from a route: %s', (_, error) => {
    expect(refusalOf(error, NOW)).toMatchObject(BUSY)
    expect(refusalOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error }), NOW)).toMatchObject(BUSY)
  })

  test.each([
    ['a broken rule', failed({ code: '23505' })],
    ['a missing table', failed({ code: '42P01' })],
    ['a missing file', failed({ code: 'ENOENT', syscall: 'open' })],
    ['words of ours about it', new Error('the page says: Connection terminated unexpectedly')],
    ['no error', 'Connection terminated unexpectedly'],
  ])('is told from %s', (_, error) => {
    expect(isDatabaseTrouble(error)).toBe(false)
  })
})

describe('the error that the query builder reports', () => {
  let orm: Awaited<ReturnType<typeof freshOrm>>
  beforeAll(async () => void (orm = await freshOrm()))
  afterAll(() => orm.close())

  test.each(['57P01', '57P02', '57P03', '08006'])('SQLSTATE %s becomes 503', async (code) => {
    const raise = orm.em.fork().execute(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '${code}', HINT = 'Wait.'; END $$`)
    expect(refusalOf(await raise.catch((error: unknown) => error), NOW)).toMatchObject(BUSY)
  })

  test.each(['127.0.0.1', 'localhost'])('a closed port of %s becomes 503', async (hostname) => {
    const url = Object.assign(new URL(await freshDatabase()), { hostname, port: await closedPort() })
    const closed = await openOrm({ url: url.toString(), poolSize: 1 })
    onTestFinished(() => closed.close())
    const refused: unknown = await closed.em
      .fork()
      .execute('SELECT 1')
      .catch((error: unknown) => error)
    expect(refusalOf(refused, NOW)).toMatchObject(BUSY)
  })
})

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return String(typeof address === 'object' ? address?.port : address)
}
