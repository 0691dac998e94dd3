import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

let server: TestServer
let shop: Shop
let thirdParty: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  thirdParty = await openShop(server)
})
afterAll(() => server.close())

const create = (body: object, key = shop.key) =>
  server.say('POST', '/api/payments/create', { key, body: { amount: 20, blockchain: 'ETH', ...body } })
const path = (more = '', businessId = shop.businessId) => `/portal/payments.csv?business_id=${businessId}${more}`
const download = (more = '', key = shop.token) => server.say('GET', path(more), { key })
const linesOf = ({ bytes }: { bytes: Buffer }) => bytes.toString().split('\r\n').slice(0, -1)

test('the payments of a business are a CSV file that no cache keeps and no spreadsheet calculates', async () => {
  const { body } = await create({ description: '=HYPERLINK("https://evil.example")', metadata: { order: '+1' } })
  await create({}, thirdParty.key)
  const answer = await download()
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="payments.csv"',
    'cache-control': 'no-store',
  })
  const [head, line, ...more] = linesOf(answer)
  // The mark at the beginning makes spreadsheets read UTF-8.
  expect([head?.split(',').slice(0, 3), more]).toEqual([['\uFEFFid', 'created_at_utc', 'status'], []])
  expect(line).toContain(`${String(body['id'])},`)
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")",'+1`)
})

test('the same filters as in the list apply', async () => {
  expect(linesOf(await download('&statuses=expired,failed'))).toHaveLength(1)
  expect(linesOf(await download('&statuses=pending&assets=ETH&min_usd=20'))).toHaveLength(2)
  expect((await download('&statuses=paid')).status).toBe(400)
  expect((await server.say('GET', '/portal/payments.csv', { key: shop.token })).status).toBe(400)
})

test('a download requires the signed-in merchant of the business', async () => {
  expect((await server.say('GET', path())).status).toBe(401)
  expect((await download('', shop.key)).status).toBe(403)
  const foreign = await download('', thirdParty.token)
  const unknown = await server.say('GET', path('', randomUUID()), { key: shop.token })
  expect([foreign.status, { ...foreign.body, request_id: '' }]).toEqual([403, { ...unknown.body, request_id: '' }])
})

async function fill(count: number): Promise<void> {
  const run = (statement: string) => server.api.orm.em.fork().getConnection().execute(statement)
  await run(`INSERT INTO payout_terms SELECT copy.* FROM (SELECT one FROM payout_terms one LIMIT 1) first, generate_series(1, ${count}) n,
    jsonb_populate_record(one, jsonb_build_object('id', md5('c' || n), 'subject_id', md5('s' || n), 'address', 'c' || n)) copy`)
  await run(`INSERT INTO payment SELECT copy.* FROM (SELECT one FROM payment one WHERE business_id = '${shop.businessId}' LIMIT 1) first,
    generate_series(1, ${count}) n, jsonb_populate_record(one, jsonb_build_object('id', md5('p' || n), 'address', 'c' || n,
      'payout_terms_id', md5('c' || n), 'description', repeat('x', 500), 'created_at', now() - n * interval '1 second')) copy`)
}

/** A download whose client takes nothing until it is told to. */
async function slowDownload(): Promise<IncomingMessage> {
  const request = get({ port: server.port, host: '127.0.0.1', path: path(), headers: { authorization: `Bearer ${shop.token}` } })
  const [answer] = await once(request, 'response')
  return answer
}

test('rows are read only as fast as the client takes them, and each is there once', async () => {
  await fill(20_000)
  const pages = vi.spyOn(server.api.orm.em, 'fork')
  const answer = await slowDownload()
  await vi.waitFor(() => expect(answer.readableLength).toBeGreaterThan(0))
  const before = pages.mock.calls.length
  expect(before).toBeLessThan(35)
  const lines = linesOf({ bytes: Buffer.concat(await answer.toArray()) })
  expect(pages.mock.calls.length).toBeGreaterThan(before)
  expect([lines.length, new Set(lines).size]).toEqual([20_002, 20_002])
})

test('a client that leaves ends the reading', async () => {
  const pages = vi.spyOn(server.api.orm.em, 'fork')
  const answer = await slowDownload()
  answer.destroy()
  await expect.poll(() => server.countConnections()).toBeLessThan(3)
  expect(pages.mock.calls.length).toBeLessThan(35)
  expect(server.logged.filter(({ message }) => message.includes('broke off'))).toEqual([])
})

/** Hides the payments from every reader until it is called again. */
const hide = (isHidden: boolean) =>
  server.api.orm.em
    .fork()
    .getConnection()
    .execute(isHidden ? 'ALTER TABLE payment RENAME TO hidden' : 'ALTER TABLE hidden RENAME TO payment')

describe('an export that fails', () => {
  test('before its first row is an error answer and no file', async () => {
    await hide(true)
    const answer = await download()
    await hide(false)
    expect([answer.status, answer.headers['content-disposition'], answer.body['code']]).toEqual([500, undefined, 'INTERNAL'])
  })

  test.each(['1.0', '1.1'])('on the way resets the connection, which a client of HTTP/%s takes for no end of the file', async (version) => {
    const client = connect(server.port, '127.0.0.1').pause()
    const failure = new Promise<string>((resolve) => {
      client.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message)).on('end', () => resolve('end'))
    })
    client.write(`GET ${path()} HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer ${shop.token}\r\n\r\n`)
    await once(client, 'readable')
    await hide(true)
    const taken: string[] = []
    client
      .setEncoding('utf8')
      .on('data', (text: string) => void taken.push(text))
      .resume()
    expect(await failure).toBe('ECONNRESET')
    await hide(false)
    expect(taken.join('')).toMatch(/^HTTP\/1\.1 200 OK/)
  })
})
