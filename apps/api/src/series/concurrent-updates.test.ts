import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openObjects } from '../http/test-objects.ts'
import { openForeignSession } from '../test-foreign-session.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

test('an update and a cancellation answer 409 CONCURRENT_UPDATE with Retry-After while another request changes the series', async () => {
  const { key } = await openShop(server)
  const path = `/api/escrow/series/${(await openObjects(server, key))['series']}`
  const elsewhere = await openForeignSession(server)
  onTestFinished(() => elsewhere.close())
  await elsewhere.run('BEGIN; SELECT FROM series FOR UPDATE')
  for (const [method, at] of [
    ['PATCH', path],
    ['POST', `${path}/cancel`],
  ] as const) {
    const { status, headers, body } = await server.say(method, at, { key, body: method === 'PATCH' ? { status: 'paused' } : {} })
    expect([status, body['code'], headers['retry-after']]).toEqual([409, 'CONCURRENT_UPDATE', '1'])
  }
  await elsewhere.run('ROLLBACK')
  const together = await Promise.all(
    Array.from({ length: 20 }, (_, n) => server.say('PATCH', path, { key, body: { status: n % 2 ? 'paused' : 'active' } })),
  )
  expect(together.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
})
