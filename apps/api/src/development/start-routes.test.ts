import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HttpRefusal } from '../http/errors/errors.ts'
import type { ApiRequest } from '../http/route.ts'
import { type Heard, startTestServer, type TestServer } from '../test-server.ts'
import { startRoutes } from './start-routes.ts'
import { startFiles, type StartMailbox, type StartStatus } from './start-status.ts'

const folder = mkdtempSync(join(tmpdir(), 'gateway-start-'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, {}, { startFolder: folder })
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, host = `127.0.0.1:${server.port}`): Promise<Heard> => server.say('GET', path, { headers: { host } })
const textOf = ({ bytes }: Heard): string => bytes.toString('utf8')
const policyOf = ({ headers }: Heard): string => String(headers['content-security-policy'])

/** A request as it arrives from an address, by a loopback name. */
function requestFrom(remoteAddress: string | undefined): ApiRequest {
  const message = Object.assign(new IncomingMessage(new Socket()), { headers: { host: '127.0.0.1:4000' } })
  Object.defineProperty(message.socket, 'remoteAddress', { value: remoteAddress })
  return { message, requestId: 'req_1', reply: { headers: {} }, params: { id: '7-1' }, search: '' }
}

const statusOf = (error: unknown): unknown => error instanceof HttpRefusal && error.refusal.status

const status = (): StartStatus => ({
  api: 'http://127.0.0.1:4000',
  folder: '~/payment-gateway',
  dataFolder: '.data',
  startedAt: new Date().toISOString(),
  readAt: new Date().toISOString(),
  parts: [{ id: 'bitcoin', name: 'Bitcoin', place: 'regtest', isWell: true, at: 'Block 231', without: '' }],
  demo: { businessId: 'b1', apiKey: 'gw_live_secret', email: 'demo@shop.example', password: 'demo-secret' },
  wallets: [{ name: 'Yours, BTC', asset: 'BTC', address: 'bcrt1q', balance: '0' }],
  payCommand: 'npm run pay --',
  temporalUi: 'http://127.0.0.1:8233',
  emails: 1,
})
const emails: StartMailbox = [
  { id: '7-1', receivedAt: new Date().toISOString(), from: 'us', to: 'you', subject: 'Hello', text: 'a text', html: '<p>some HTML</p>' },
  { id: '6-1', receivedAt: new Date().toISOString(), from: 'us', to: 'you', subject: 'Plain', text: 'a text' },
]
const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content))

describe('the start page of npm run dev', () => {
  test('says that the gateway is starting before there is a report', async () => {
    expect(textOf(await get('/'))).toContain('The gateway is starting')
    expect(textOf(await get('/mailbox'))).toContain('No e-mail yet.')
  })

  test('shows the reported status, under the headers of public pages', async () => {
    write(startFiles.status, status())
    const page = await get('/')
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(textOf(page)).toContain('The gateway is running')
    for (const said of ['Block 231', 'gw_live_secret', 'demo@shop.example', 'demo-secret']) expect(textOf(page)).toContain(said)
    expect(policyOf(page)).toContain("default-src 'none'")
    expect(policyOf(page)).toContain("frame-ancestors 'none'")
  })

  test('shows an e-mail, and its HTML alone where nothing runs and nothing is loaded', async () => {
    write(startFiles.mailbox, emails)
    expect(textOf(await get('/mailbox'))).toContain('Hello')
    const page = await get('/mailbox/7-1')
    expect(textOf(page)).toContain('src="/mailbox/7-1/html"')
    expect(policyOf(page)).toContain("frame-src 'self'")
    const alone = await get('/mailbox/7-1/html')
    expect(textOf(alone)).toBe('<p>some HTML</p>')
    expect(policyOf(alone)).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
  })

  test('answers 404 for an e-mail that does not exist, and for the HTML of one without', async () => {
    for (const path of ['/mailbox/8-1', '/mailbox/8-1/html', '/mailbox/6-1/html']) expect((await get(path)).status).toBe(404)
  })

  test('answers loopback names only, so that no page on the web reads it by a name of its own', async () => {
    for (const path of ['/', '/mailbox', '/mailbox/7-1', '/mailbox/7-1/html']) {
      for (const host of ['attacker.example', `attacker.example:${server.port}`, 'localhost.attacker.example']) {
        const answer = await get(path, host)
        expect([path, host, answer.status, textOf(answer).includes('secret')]).toEqual([path, host, 404, false])
      }
      for (const host of ['localhost', `localhost:${server.port}`, '[::1]:4000']) expect((await get(path, host)).status).toBe(200)
    }
  })

  test.each(['192.168.1.20', '10.0.0.7', '::ffff:192.168.1.20', 'fe80::1', undefined])(
    'answers no connection from %s, although it asks for a loopback name',
    async (remoteAddress) => {
      for (const route of startRoutes({ folder, origin: 'http://127.0.0.1:4000' }))
        await expect(route.answer(requestFrom(remoteAddress)).catch(statusOf)).resolves.toBe(404)
    },
  )

  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('answers a connection from %s', async (remoteAddress) => {
    const [start] = startRoutes({ folder, origin: 'http://127.0.0.1:4000' })
    await expect(start?.answer(requestFrom(remoteAddress))).resolves.toMatchObject({ status: 200 })
  })

  test('needs the setting', async () => {
    const other = await startTestServer()
    for (const path of ['/', '/mailbox']) expect((await other.say('GET', path)).status).toBe(404)
    await other.close()
  })
})
