import { freePort } from '@gateway/devnet/processes/port'
import { resolveBinary } from '@gateway/devnet/downloads/resolve'
import { signDelivery } from '@gateway/operations/webhooks/sign-delivery'
import { eventually } from '@gateway/testing/wait'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { WebhookEvent } from '@gateway/client/webhooks'
import { startBrowser } from '../support/browser.ts'
import { followGuides } from '../support/guides.ts'
import { addPackages, installPackedClient, type PackedClient, readmeExamples } from '../support/packed-client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type ShopProgram, startShopProgram } from '../support/shop-program.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '../../node_modules')

let story: Story
let packed: PackedClient
beforeAll(async () => void ([story, packed] = await Promise.all([sharedStory(), installPackedClient()])))
afterAll(async () => {
  packed?.remove()
  await story?.close()
})

const clientOf = ({ key }: Pick<Shop, 'key'>) => packed.entry.createClient({ apiKey: key, baseUrl: story.gateway.api })
const clientOfShop = () => clientOf(story.shop)

/** Starts a server until the test ends, and returns its origin. */
async function serve(server: Server, port = 0): Promise<string> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

describe('a shop with the packed client', () => {
  test('creates a payment, waits for it, and receives a webhook that its middleware verifies', async () => {
    const client = clientOfShop()
    const events: WebhookEvent[] = []
    const hooks = packed.webhooks.expressWebhook({ secret: story.shop.receiver.secret }, (event) => events.push(event))
    const origin = await serve(createServer((request, response) => void hooks(request, response)))
    await client.businesses.update(story.shop.businessId, { webhook_url: `${origin}/hooks` })

    const { payment } = await client.payments.create({ amount: 25, blockchain: 'BTC', metadata: { order: 'A-1' } })
    const told: string[] = []
    const waited = client.waitForPayment(payment.id, { interval: 20, onStatus: ({ status }) => told.push(status) })
    await eventually('the first poll', async () => told.length === 1)
    await payBitcoin(story.bitcoin, { address: payment.payment_address, sats: parseUnits(payment.crypto_amount, 8) })
    await eventually('the payment to be detected', async () => told.includes('detected'))
    await mine(story, 'BTC', 1)
    expect((await waited).amount_received).toBe(payment.crypto_amount)
    expect(told.slice(0, 2)).toEqual(['pending', 'detected'])

    const completed = await eventually('the webhook', async () => events.find(({ type }) => type === 'payment.completed'))
    expect(completed).toMatchObject({ payment_id: payment.id, sequence: 4, data: { metadata: { order: 'A-1' } } })
    const forged = await fetch(`${origin}/hooks`, { method: 'POST', body: '{}', headers: { 'x-service-signature': 't=1,v1=00' } })
    expect([forged.status, await forged.json()]).toEqual([401, { error: expect.any(String) }])
  })

  test('lists its payments page by page', async () => {
    const client = clientOfShop()
    const created = await Promise.all([1, 2, 3].map(() => client.payments.create({ amount: 25, blockchain: 'ETH' })))
    const found: string[] = []
    for await (const { id } of client.payments.list.all({ blockchain: 'ETH', limit: 2 })) found.push(id)
    expect(found.toSorted()).toEqual(created.map(({ payment }) => payment.id).toSorted())
  })

  test('gets one payment for one idempotency key, and errors with code and request id', async () => {
    const client = clientOfShop()
    const options = { idempotencyKey: 'order-77' }
    const [first, second] = [
      await client.payments.create({ amount: 5, blockchain: 'BTC' }, options),
      await client.payments.create({ amount: 5, blockchain: 'BTC' }, options),
    ]
    expect([second.payment.id, second.idempotent_replay]).toEqual([first.payment.id, true])
    await expect(client.payments.create({ amount: 6, blockchain: 'BTC' }, options)).rejects.toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH',
    })
    await expect(client.payments.create({ amount: -1, blockchain: 'BTC' })).rejects.toMatchObject({
      status: 400,
      requestId: expect.any(String),
    })
    await expect(client.payments.get('nothing')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('verifies deliveries signed by the gateway in both schemes, and rejects others', async () => {
    const secrets = ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'whsec_short', 'a secret of the merchant']
    const body = '{"id":"evt_1","type":"payment.completed"}'
    for (const secret of secrets) {
      const signable = { eventId: 'evt_1', deliveryId: 'd1', type: 'payment.completed', body, secret, furtherHeaders: ['x-shop-signature'] }
      const { 'x-service-signature': service = '', 'x-shop-signature': further = '', ...standard } = signDelivery(signable, new Date())
      for (const headers of [{ 'x-service-signature': service }, standard]) {
        expect(await packed.webhooks.verifyWebhook({ body, headers }, { secret })).toMatchObject({ id: 'evt_1' })
        await expect(packed.webhooks.verifyWebhook({ body, headers }, { secret: 'another' })).rejects.toMatchObject({ status: 401 })
      }
      const headers = { 'x-shop-signature': further }
      expect(await packed.webhooks.verifyWebhook({ body, headers }, { secret, signatureHeader: 'x-shop-signature' })).toMatchObject({
        id: 'evt_1',
      })
    }
  })
})

describe('the README of the client', () => {
  const nodes: Readonly<Record<string, () => Promise<string>>> = {
    'Node 20.0': async () => (await resolveBinary('node20')).path,
    'Node 24': async () => process.execPath,
  }

  // The four wait for a poll or a compiler, each in its own folder, so they run concurrently.
  test.concurrent.each(Object.entries(nodes))(
    'contains a quick start that runs under %s with only the package installed',
    async (name, findNode) => {
      const [node, shop, port] = [await findNode(), await openShop(story.gateway.api, story.shop.wallets), await freePort()]
      expect((await run(node, ['--version'])).stdout).toContain(name.replace('Node ', 'v'))
      const cwd = packed.newFolder()
      const [quickStart = ''] = readmeExamples(packed.home)
      const [, file = ''] = /Save it as `(.+?)`/.exec(readFileSync(join(packed.home, 'README.md'), 'utf8')) ?? []
      writeFileSync(join(cwd, file), quickStart)
      await clientOf(shop).businesses.update(shop.businessId, { webhook_url: `http://127.0.0.1:${port}/hooks` })
      const env = {
        SERVICE_API_KEY: shop.key,
        SERVICE_BASE_URL: story.gateway.api,
        WEBHOOK_SECRET: shop.receiver.secret,
        PORT: String(port),
      }
      const program = startShopProgram(node, { file, cwd, env })
      try {
        await followQuickStart(program)
      } finally {
        await program.stop()
        shop.receiver.close()
      }
    },
  )

  test.concurrent('contains examples that type-check under the strictest settings', async () => {
    const folder = packed.newFolder()
    const files = readmeExamples(packed.home).map((code, index) => {
      writeFileSync(join(folder, `example-${index}.ts`), code)
      return `example-${index}.ts`
    })
    // The package does not bring Express, the types of Node, and the library of its entry point for sign-in; the examples assume them.
    addPackages(folder, 'express', '@types', 'openid-client')
    const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: false }
    const compilerOptions = { ...strictest, module: 'nodenext', types: ['node'], skipLibCheck: true }
    expect(await typeCheck(folder, { compilerOptions, files })).toBe('')
    expect(files).toHaveLength(6)
  })

  test.concurrent('describes types that compile in a CommonJS project', async () => {
    const folder = packed.newFolder()
    const program = [
      "import { createClient, type Escrow, type EventOf } from '@gateway/client'",
      "export const settled = ({ status }: Escrow): boolean => status === 'settled'",
      "export const orderOf = ({ data }: EventOf<'payment.completed'>) => data.metadata",
      "export const created = createClient().escrows.create({ chain: 'BTC', amount: 1, depositorAddress: 'a', beneficiary_address: 'b' })",
    ]
    writeFileSync(join(folder, 'shop.cts'), program.join('\n'))
    const compilerOptions = { module: 'nodenext', types: [], skipLibCheck: false, lib: ['es2022', 'dom', 'dom.iterable'] }
    expect(await typeCheck(folder, { compilerOptions, files: ['shop.cts'] })).toBe('')
  })

  test.concurrent('describes types that compile in a browser project without Node types and without skipLibCheck', async () => {
    const folder = packed.newFolder()
    writeFileSync(
      join(folder, 'page.ts'),
      "export { createClient } from '@gateway/client'\nexport { verifyWebhook } from '@gateway/client/webhooks'\n",
    )
    const browser = { lib: ['es2022', 'dom', 'dom.iterable'], types: [] }
    const compilerOptions = { ...browser, module: 'esnext', moduleResolution: 'bundler', skipLibCheck: false }
    expect(await typeCheck(folder, { compilerOptions, files: ['page.ts'] })).toBe('')
  })
})

// Runs alone: its miner would skip statuses that the programs above are checked for.
test('the guides of /docs, run block by block in an empty folder, lead to payments in two assets, an escrow, a series and a verified credential', async () => {
  const guides = await followGuides(story, ['', '/escrows', '/recurring', '/identity', '/testing'])
  const says = (what: RegExp) =>
    eventually(String(what), async () => what.exec(guides.output())).catch((error: unknown) => {
      throw new Error(`${String(error)} in ${guides.output()}`, { cause: error })
    })
  try {
    const [, key = ''] = await says(/^key (\S+)$/m)
    await says(/received (\S+) of \1/)
    await says(/payment\.completed \{ order: '4192' \}/)
    await says(/escrow settled of 0\.\d+/)
    await says(/"status":"cancelled"/)
    await says(/^recomputed\s+0\.00/m)
    await says(/"valid":true,"revoked":false/)
    const client = clientOf({ key })
    const { payments } = await client.payments.list()
    expect(payments.map(({ blockchain, metadata }) => [blockchain, metadata])).toEqual([
      ['ETH', {}],
      ['BTC', { order: '4192' }],
    ])
    await mine(story, 'ETH', 1)
    for (const { id, crypto_amount } of payments)
      await eventually('the deposit', async () => (await client.payments.get(id)).payment.amount_received === crypto_amount)
  } finally {
    await guides.stop()
  }
})

/** Pays the payment of the quick start and expects each of its messages. */
async function followQuickStart(program: ShopProgram): Promise<void> {
  const says = (what: RegExp) => eventually(`${what} in ${program.output()}`, async () => what.exec(program.output()))
  const [, amount = '', address = ''] = await says(/send (\S+) BTC to (\S+)/)
  await payBitcoin(story.bitcoin, { address, sats: parseUnits(amount, 8) })
  await mine(story, 'BTC', 1)
  await says(/status confirmed|status forwarding/)
  await says(/received (\S+) of \1/)
  await says(/completed \S+ 25/)
  await says(/ship \{ order: 'A-1001' \}/)
}

/** The compiler's errors for the files of a folder; empty without errors. */
async function typeCheck(folder: string, settings: { compilerOptions: object; files: readonly string[] }): Promise<string> {
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', ...settings.compilerOptions }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, compilerOptions }))
  const compiler = join(modules, 'typescript/bin/tsc')
  const checked = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error)
  return checked.stdout
}

test('a page of another origin reads a payment and rates and verifies a signature in a real browser', async () => {
  const { payment } = await clientOfShop().payments.create({ amount: 5, blockchain: 'BTC' })
  const page = await (await openBrowser()).newPage()
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  await page.goto(await serve(createServer(shopPage)))
  const seconds = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', 'whsec_page').update(`${seconds}.{"id":"evt_1"}`).digest('hex')
  const given = { baseUrl: story.gateway.api, id: payment.id, signature: `t=${seconds},v1=${v1}` }
  const seen = await page.evaluate(`(${pageProgram})(${JSON.stringify(given)})`)
  const view = { status: 'pending', address: payment.payment_address, image: 'image/png' }
  expect(seen).toEqual({ ...view, price: 60_000, event: 'evt_1', refused: 'NOT_FOUND' })
  expect(errors.filter((text) => !text.includes('404'))).toEqual([])
})

/** A text, because the test runner would transform a function before the browser gets it. */
const pageProgram = `async ({ baseUrl, id, signature }) => {
  const { createClient } = await import('/dist/index.js')
  const { verifyWebhook } = await import('/dist/webhooks.js')
  const { payments, rates } = createClient({ baseUrl })
  const event = await verifyWebhook({ body: '{"id":"evt_1"}', headers: { 'x-service-signature': signature } }, { secret: 'whsec_page' })
  const refused = await payments.view('nothing').catch(({ code }) => code)
  const [{ payment }, image] = [await payments.view(id), await payments.qr(id)]
  const { rates: prices } = await rates.list({ cryptocurrencies: ['BTC'] })
  return { price: prices.BTC, status: payment.status, address: payment.payment_address, image: image.type, event: event.id, refused }
}`

async function openBrowser() {
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  return browser
}

/** Serves an empty page and the files of the installed package. */
const shopPage: Parameters<typeof createServer>[1] = ({ url = '' }, response) => {
  const isFile = /^\/dist\/[\w/-]+\.js$/.test(url)
  response.setHeader('content-type', isFile ? 'text/javascript' : 'text/html')
  response.end(isFile ? readFileSync(join(packed.home, url)) : '<!doctype html><link rel="icon" href="data:,"><title>Shop</title>')
}
