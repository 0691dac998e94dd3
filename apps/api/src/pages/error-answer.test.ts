import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const NOT_HERE = { code: 'NOT_FOUND', error: 'There is nothing at this address', success: false, request_id: expect.any(String) }

let server: TestServer
let rollBack: () => void = () => {}
beforeAll(async () => void (server = await startTestServer()))
afterEach(() => rollBack())
afterAll(() => server.close())

const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.say('GET', path, { headers: { ...BROWSER, ...headers } })

/** Makes the database answer with an error until the test ends. */
function failDatabase(error: Error): void {
  const { orm } = server.api
  const fork = orm.em.fork.bind(orm.em)
  orm.em.fork = () => {
    throw error
  }
  rollBack = () => {
    orm.em.fork = fork
    rollBack = () => {}
  }
}

describe('404', () => {
  test.each([
    ['/nothing', 'There is no page at this address'],
    ['/nothing/here?x=1', 'There is no page at this address'],
    ['/payments', 'There is no page at this address'],
    ['/pay', 'This payment link leads nowhere'],
    ['/pay/x/y', 'This payment link leads nowhere'],
    ['/now', 'This payment link leads nowhere'],
    ['/escrow/manage', 'This link leads to no escrow'],
    ['/escrow/other', 'This link leads to no escrow'],
    ['/refund', 'This refund link does not work'],
    ['/refund/ret_x/more', 'This refund link does not work'],
    ['/pay-refund', 'This refund link does not work'],
  ])('a browser at %s reads "%s"', async (path, heading) => {
    const { status, headers, bytes } = await open(path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, 'text/html; charset=utf-8', 'no-store'])
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'nonce-")
    expect(headers['vary']).toBe('Accept, Accept-Language')
    expect(bytes.toString()).toContain(`<h1>${heading}`)
  })

  test('speaks the language of the browser', async () => {
    const { headers, bytes } = await open('/pay', { 'accept-language': 'ja' })
    expect([headers['content-language'], bytes.toString()]).toEqual(['ja', expect.stringContaining('<html lang="ja"')])
  })

  test.each(['/api', '/api/nothing', '/api/payments/x/y/z', '/auth/nothing', '/health/nothing'])(
    'a browser at %s gets JSON as every program does',
    async (path) => {
      const { status, headers, body } = await open(path)
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
      expect(body).toEqual(NOT_HERE)
    },
  )

  test.each(['', '*/*', 'application/json', 'text/html;q=0, */*', 'text/*'])('a program that accepts "%s" gets JSON', async (accept) => {
    const { status, body } = await open('/nothing', { accept })
    expect([status, body]).toEqual([404, NOT_HERE])
  })
})

describe('a refused request of a browser', () => {
  test('gets a page that says that nothing has changed, with the headers of its refusal', async () => {
    const { status, headers, bytes } = await server.say('POST', '/docs', { headers: BROWSER })
    expect([status, headers['allow']]).toEqual([405, expect.stringContaining('GET')])
    expect(bytes.toString()).toContain('This request was not taken')
  })

  test('gets a page when its address is not percent-encoded properly', async () => {
    const { status, bytes } = await open('/refund/%E0%A4%A')
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining('This request was not taken')])
  })
})

describe('500', () => {
  test('shows a page that needs nothing else, with the request id and no internals', async () => {
    failDatabase(new Error('the password of the database is swordfish'))
    const { status, headers, bytes } = await open('/refund/ret_x', { 'x-request-id': 'req_7Kd20fQm' })
    const html = bytes.toString()
    expect(status).toBe(500)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/)
    expect(html).toContain('This page could not be made')
    expect(html).toContain('req_7Kd20fQm')
    expect(html).not.toMatch(/swordfish|<link|<script/)
  })
})

describe('503', () => {
  test('shows a page that says what counts for payers and reloads by itself', async () => {
    failDatabase(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const { status, headers, bytes } = await open('/refund/ret_x', { 'accept-language': 'de' })
    expect([status, headers['retry-after'], headers['refresh'], headers['content-language']]).toEqual([503, '5', '30', 'de'])
    expect(bytes.toString()).toContain('Der Dienst ist gerade nicht verfügbar')
  })

  test('stays JSON for a program, without a reload', async () => {
    failDatabase(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const { status, headers, body } = await open('/refund/ret_x', { accept: '*/*' })
    expect([status, headers['refresh'], body['code']]).toEqual([503, undefined, 'DATABASE_BUSY'])
  })
})

describe('429', () => {
  test('shows a page that says how long to wait', async () => {
    const limited = await startTestServer(undefined, { anonymous: 1 })
    const answers = [
      await limited.say('GET', '/account/verify-email', { headers: BROWSER }),
      await limited.say('GET', '/account/verify-email', { headers: BROWSER }),
    ]
    await limited.close()
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
    expect(answers[1]?.headers['retry-after']).toMatch(/^\d+$/)
    expect(answers[1]?.bytes.toString()).toContain('Too many requests')
  })
})
