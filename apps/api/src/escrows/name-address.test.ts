import { tables } from '@gateway/db/tables'
import { openChain, output, type TestChain } from '@gateway/operations/testing/test-chain'
import { tokenMailedFor } from '@gateway/operations/testing/test-emails'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Heard, MERCHANT_ETH, openShop, startTestServer, type TestServer } from '../test-server.ts'
import { escrowPool } from './test-pool.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'null' }
const DEPOSITOR = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const BENEFICIARY = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'

let server: TestServer
let btc: TestChain
let shop: Awaited<ReturnType<typeof openShop>>
let transactions = 0
/** A funded child of a series whose customer has named no address. */
let child: { id: string; token: string }

beforeAll(async () => {
  server = await startTestServer(undefined, {}, { pool: escrowPool })
  btc = await openChain(server.api, 'BTC')
  shop = await openShop(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { token: key, businessId: business_id } = shop
  const terms = { payment_method: 'crypto', customer_email: 'lena@hoffmann.example', amount: 600, currency: 'USD', interval: 'weekly' }
  const body = { ...terms, business_id, max_periods: 1, coin: 'BTC', beneficiary_address: BENEFICIARY }
  const { body: created } = await server.say('POST', '/api/escrow/series', { key, body })
  const escrow = await tables(server.api.orm.em.fork())
    .selectFrom('series_period')
    .innerJoin('escrow', 'escrow.id', 'series_period.escrowId')
    .select(['escrow.id', 'escrow.address', 'escrow.amountUnits'])
    .where('series_period.seriesId', '=', String(created['id']))
    .executeTakeFirstOrThrow()
  if (escrow.address === null) throw new Error('the child has no address')
  await btc.mine({ transfers: [output(escrow.address, escrow.amountUnits, { tx: ++transactions })] })
  await btc.mineEmpty(5)
  child = { id: escrow.id, token: await tokenMailedFor(escrow, server.api, server.api.webhookOpeningKey) }
})

const path = (more = ''): string => `/escrow/manage?id=${child.id}${more}`
const cookie = (): string => `__Host-escrow-${child.id}=${child.token}`
const look = (more = ''): Promise<Heard> => server.say('GET', path(more), { headers: { ...BROWSER, cookie: cookie() } })
const formTokenIn = ({ bytes }: Heard): string => /name="form_token" value="([^"]+)"/.exec(bytes.toString())?.[1] ?? ''
const send = (fields: Readonly<Record<string, string>>): Promise<Heard> =>
  server.say('POST', path(), { headers: { ...FORM, cookie: cookie() }, body: new URLSearchParams(fields).toString() })
const press = async (action: string, address: string): Promise<Heard> => send({ action, address, form_token: formTokenIn(await look()) })
const named = async () => {
  const found = tables(server.api.orm.em.fork()).selectFrom('escrow').select(['depositorAddress', 'state'])
  return found.where('id', '=', child.id).executeTakeFirstOrThrow()
}

describe('the page of an escrow without an address of its depositor', () => {
  test('asks for one before a refund, shows it once more, and then offers the refund', async () => {
    const first = (await look('&do=refund')).bytes.toString()
    expect(first).toContain('Your address for refunds')
    expect(first).not.toContain('id="refund"')
    const review = await press('check_address', ` ${DEPOSITOR.slice(0, 9)} ${DEPOSITOR.slice(9)} `)
    expect([review.status, review.bytes.toString()]).toEqual([200, expect.stringContaining('Does money go back to this address?')])
    expect(await named()).toMatchObject({ depositorAddress: null })
    const done = await press('name_address', DEPOSITOR)
    expect([done.status, done.headers['location']]).toEqual([303, path()])
    expect((await press('name_address', DEPOSITOR)).status).toBe(403)
    const page = (await look()).bytes.toString()
    expect(page).toContain('id="refund"')
    expect(page).not.toContain('Your address for refunds')
    const question = await look('&do=refund')
    expect(question.bytes.toString().replace(/<[^>]+>|\s/g, '')).toContain(DEPOSITOR)
    expect((await send({ action: 'refund', form_token: formTokenIn(question) })).status).toBe(303)
    expect(await named()).toEqual({ depositorAddress: DEPOSITOR, state: 'refunded' })
  })

  test.each([
    ['', 'Enter the address that the money is sent to.'],
    ['nonsense', 'This is not a '],
    [BENEFICIARY, 'This is an address for payments to a shop.'],
  ])('the form keeps %j and shows its problem', async (typed, problem) => {
    for (const action of ['check_address', 'name_address']) {
      const { status, bytes } = await press(action, typed)
      expect([status, bytes.toString()]).toEqual([400, expect.stringContaining(problem)])
      expect(bytes.toString()).toContain(`value="${typed}"`)
    }
    expect(await named()).toMatchObject({ depositorAddress: null })
  })

  test('takes no address from another page, and no refund without one', async () => {
    const fields = { action: 'name_address', address: DEPOSITOR }
    expect((await send(fields)).status).toBe(403)
    expect((await send({ ...fields, form_token: 'x' })).status).toBe(403)
    const refused = await server.say('POST', `/api/escrow/${child.id}/refund`, { body: { release_token: child.token } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_STATE', details: { current: 'funded' } } })
    const shown = await server.say('POST', `/api/escrow/${child.id}/auth`, { body: { token: child.token } })
    expect(shown.body).toMatchObject({ actions: ['release', 'dispute'], escrow: { depositor_address: null } })
  })
})

test('the page of a contract asks for an address first, shows it once more without a hold, and then where to pay', async () => {
  const { key, businessId: business_id } = shop
  const terms = { payment_method: 'crypto', customer_email: 'lena@hoffmann.example', amount: 600, currency: 'USD', interval: 'weekly' }
  const body = { ...terms, business_id, coin: 'ETH', beneficiary_address: MERCHANT_ETH }
  const { status, body: created } = await server.say('POST', '/api/escrow/series', { key, body })
  const { id, ...escrow } = Object(created['escrow'])
  expect([status, escrow]).toMatchObject([201, { status: 'created', escrow_address: null, contract: null }])
  child = { id, token: await tokenMailedFor({ id }, server.api, server.api.webhookOpeningKey) }
  const first = (await look()).bytes.toString()
  expect(first).toContain('Waiting for the depositor’s address')
  const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
  const review = (await press('check_address', address)).bytes.toString()
  expect(review).toContain('Does money go back to this address?')
  expect(review).not.toMatch(/48 hours/)
  const wrong = await press('check_address', body.beneficiary_address)
  expect([wrong.status, wrong.bytes.toString()]).toEqual([400, expect.stringContaining('This is an address for payments to a shop.')])
  expect((await press('name_address', address)).status).toBe(303)
  const page = (await look()).bytes.toString()
  expect(page).toContain('id="qr-address"')
  expect(page).not.toContain('Your address for refunds')
})
