import { assetUrl } from '@gateway/pages/assets'
import { languageCodes, languages } from '@gateway/pages/locales/languages'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  server = await startTestServer(undefined, { polling: 50, anonymous: 100_000 })
  shop = await openShop(server)
})
afterAll(() => server.close())

const create = async (body: object): Promise<Readonly<Record<string, unknown>>> =>
  (await server.say('POST', '/api/payments/create', { key: shop.key, body: { amount: 20, blockchain: 'ETH', ...body } })).body
const read = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => server.say(method, path, { headers })
const nonceOf = (policy: string | string[] | undefined): string => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? ''

describe('GET /pay/{id}', () => {
  test('shows a payment with its amount, address and wallet link, and nothing that is the merchant’s alone', async () => {
    const payment = await create({ metadata: { secret: 'for-the-merchant' }, description: 'Order 1' })
    const { status, headers, bytes } = await read(`/pay/${String(payment['id'])}`)
    const html = bytes.toString()
    expect([status, headers['content-type'], headers['content-language']]).toEqual([200, 'text/html; charset=utf-8', 'en'])
    for (const part of [payment['crypto_amount'], 'Blue Bottle Books', 'Order 1']) expect(html).toContain(String(part))
    expect(html).toContain(`data-copy="${String(payment['payment_address'])}"`)
    expect(html).toContain(`href="${String(payment['payment_uri'])}"`)
    for (const secret of ['for-the-merchant', shop.businessId, String(payment['rate'] && Object(payment['rate']).id)])
      expect(html).not.toContain(secret)
  })

  test('forbids every script but its own, and every other origin', async () => {
    const { id } = await create({})
    const [one, other] = [await read(`/pay/${String(id)}`), await read(`/pay/${String(id)}`)]
    const policy = String(one.headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "'strict-dynamic'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const nonce = nonceOf(policy)
    const scripts = [...one.bytes.toString().matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    expect(scripts.length).toBeGreaterThan(0)
    expect(nonceOf(other.headers['content-security-policy'])).not.toBe(nonce)
    expect(one.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
    expect(one.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('speaks the language of ?lang=, else of the browser', async () => {
    const path = `/pay/${String((await create({}))['id'])}`
    for (const code of languageCodes) {
      const { bytes, headers } = await read(`${path}?lang=${code}`, { 'accept-language': 'fr' })
      expect(bytes.toString()).toContain(`<html lang="${code}" dir="${languages[code].dir}"`)
      expect(headers['content-language']).toBe(code)
    }
    expect((await read(path, { 'accept-language': 'de-CH, en;q=0.5' })).headers['content-language']).toBe('de')
  })

  test('says on a test network that no real money must be sent', async () => {
    const { id } = await create({ blockchain: 'BTC' })
    expect((await read(`/pay/${String(id)}`)).bytes.toString()).toContain('Test mode. Do not send real money')
  })

  test('says that the time is up as soon as it is, before the payment has been closed', async () => {
    const { id } = await create({})
    server.api.clock.advance(15 * 60_000)
    const html = (await read(`/pay/${String(id)}`)).bytes.toString()
    expect(html).toContain('Do not send: the time is up')
    expect(html).not.toContain('id="copy-amount"')
  })

  test('answers HEAD without a body', async () => {
    const { id } = await create({})
    const { status, bytes } = await read(`/pay/${String(id)}`, {}, 'HEAD')
    expect([status, bytes.length]).toEqual([200, 0])
  })

  test.each([randomUUID(), 'nothing', '%3Cscript%3E', '..%2f..', '0'.repeat(64)])(
    'tells a shopper that the link %s leads nowhere',
    async (id) => {
      const { status, headers, bytes } = await read(`/pay/${id}?lang=de`)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, 'text/html; charset=utf-8', 'no-store'])
      expect(bytes.toString()).toContain('Dieser Zahlungslink führt nirgendwohin')
      expect(bytes.toString()).not.toContain('script>e')
    },
  )

  test('limits how often one payment is looked at', async () => {
    const { id } = await create({})
    const answers = await Promise.all(Array.from({ length: 60 }, () => read(`/pay/${String(id)}`)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('GET /assets/{file}', () => {
  test('serves style sheets, scripts and fonts under names of their content, to be kept for ever', async () => {
    for (const [name, type] of [
      ['public.css', 'text/css; charset=utf-8'],
      ['checkout.js', 'text/javascript; charset=utf-8'],
      ['inter.woff2', 'font/woff2'],
      ['icon.svg', 'image/svg+xml'],
    ] as const) {
      const { status, headers, bytes } = await read(assetUrl(name))
      const forever = 'public, max-age=31536000, immutable'
      expect([name, status, headers['content-type'], headers['cache-control'], bytes.length > 0]).toEqual([name, 200, type, forever, true])
      expect((await read(`/assets/${name}`)).headers['cache-control']).toBe('no-cache')
    }
    expect((await read('/assets/../package.json')).status).toBe(404)
    expect((await read('/assets/public.0123456789abcdef.css')).status).toBe(404)
  })

  test('counts apart from other requests of an address', async () => {
    const before = (await read('/assets/public.css')).headers['x-ratelimit-remaining']
    const after = (await read('/assets/public.css')).headers['x-ratelimit-remaining']
    await read('/docs')
    expect(Number(before) - Number(after)).toBe(1)
    expect(Number(after) - Number((await read('/assets/public.css')).headers['x-ratelimit-remaining'])).toBe(1)
  })
})
