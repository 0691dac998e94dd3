import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MERCHANT_BTC, MERCHANT_ETH, openShop, startTestServer, type TestServer } from '../test-server.ts'

const DEPOSITOR = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const terms = { chain: 'btc', amount: 0.01, depositor_address: DEPOSITOR, beneficiary_address: MERCHANT_BTC, metadata: { order: 'A-1' } }

let server: TestServer
let owner: Awaited<ReturnType<typeof openShop>>
let thirdParty: Awaited<ReturnType<typeof openShop>>
type Json = Readonly<Record<string, unknown>>
/** Of nobody, of the owner, and another one of nobody. */
let one: Json
let own: Json
let other: Json
beforeAll(async () => {
  server = await startTestServer(undefined, { anonymous: 100_000, polling: 100_000 })
  owner = await openShop(server)
  thirdParty = await openShop(server)
  // The pool of the test server has three addresses.
  ;[one, own, other] = [await create(), await create(owner.key), await create('sk_live_another_provider')]
})
afterAll(() => server.close())

const create = async (key?: string, more: object = {}) =>
  (await server.say('POST', '/api/escrow', { ...(key !== undefined && { key }), body: { ...terms, ...more } })).body

const newKey = async (options: object) =>
  (await server.say('POST', `/api/businesses/${owner.businessId}/api-keys`, { key: owner.key, body: options })).body

describe('an escrow', () => {
  test('an escrow is created by anybody, and by a credential for its business', async () => {
    expect(one).toMatchObject({ status: 'created', chain: 'BTC', business_id: null, metadata: { order: 'A-1' } })
    expect(own).toMatchObject({ business_id: owner.businessId })
    expect(other).toMatchObject({ status: 'created', business_id: null })
  })

  test('an escrow is created for no business of another merchant, whether or not it exists', async () => {
    for (const business_id of [thirdParty.businessId, randomUUID()])
      expect(await create(owner.key, { business_id })).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('an amount is shown as a number and exactly, and refused when a number would show another', async () => {
    const evm = { chain: 'ETH', depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1', beneficiary_address: MERCHANT_ETH }
    expect(await create(undefined, { ...evm, amount: '0.1234567890123456' })).toMatchObject({
      amount: 0.1234567890123456,
      amount_exact: '0.1234567890123456',
    })
    for (const amount of ['0.123456789012345678', '1.000000000000000001'])
      expect(await create(undefined, { ...evm, amount })).toMatchObject({ code: 'INVALID_AMOUNT' })
    expect(one).toMatchObject({ amount: 0.01, amount_exact: '0.01' })
  })

  test('an escrow is refused to a credential of the gateway that is not valid, and to a key of another scope', async () => {
    const narrow = String((await newKey({ scopes: ['reputation:read'] }))['api_key'])
    expect(await create('gw_live_guess')).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await create(`${owner.token}x`)).toMatchObject({ code: 'INVALID_TOKEN' })
    expect(await create(narrow)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  })

  test('shows its public view to everybody but its business and its parties', async () => {
    const { id, beneficiary_token: token } = own
    const read = async (said: object = {}) => (await server.say('GET', `/api/escrow/${String(id)}`, said)).body
    const hidden = { metadata: null, business_id: null, dispute_reason: null, dispute_resolution: null }
    for (const said of [{}, { key: thirdParty.key }, { key: thirdParty.token }]) expect(await read(said)).toMatchObject(hidden)
    for (const said of [{ key: owner.key }, { key: owner.token }, { headers: { 'x-escrow-token': String(token) } }])
      expect(await read(said)).toMatchObject({ metadata: { order: 'A-1' }, business_id: owner.businessId })
  })

  test('answers its tokens once, and ignores those in a query', async () => {
    const { id, release_token: token } = one
    const { body } = await server.say('GET', `/api/escrow/${String(id)}?token=${String(token)}&X-Escrow-Token=${String(token)}`)
    expect(JSON.stringify(body)).not.toContain('esc_')
    expect(body).toMatchObject({ metadata: null })
  })

  test('refuses the token of another escrow, and tells no more than that', async () => {
    const { id } = one
    for (const token of [other['release_token'], other['beneficiary_token'], 'esc_guess']) {
      const { status, body } = await server.say('POST', `/api/escrow/${String(id)}/auth`, { body: { token } })
      expect([status, body['code']]).toEqual([403, 'INVALID_ESCROW_TOKEN'])
      expect(JSON.stringify(body)).not.toContain(String(token))
    }
  })

  test('counts wrong tokens, and still accepts the right one', async () => {
    const { id, release_token: right } = other
    const codes = new Set<unknown>()
    for (let guess = 0; guess < 15; guess++)
      codes.add((await server.say('POST', `/api/escrow/${String(id)}/auth`, { body: { token: `esc_${guess}` } })).body['code'])
    expect(codes).toEqual(new Set(['INVALID_ESCROW_TOKEN', 'RATE_LIMITED']))
    const { body } = await server.say('POST', `/api/escrow/${String(id)}/auth`, { body: { token: right } })
    expect(body).toMatchObject({ role: 'depositor', actions: [] })
  })

  test('an escrow is not decided before it is funded', async () => {
    const { id, release_token } = one
    for (const act of ['release', 'refund']) {
      const { status, body } = await server.say('POST', `/api/escrow/${String(id)}/${act}`, { body: { token: release_token } })
      expect([status, body['code'], body['details']]).toEqual([400, 'INVALID_STATE', { current: 'created' }])
    }
  })
})

test('lists of anybody hold nothing but the escrows of the named party', async () => {
  const list = async (query: string, said: object = {}) => (await server.say('GET', `/api/escrow${query}`, said)).body
  expect(await list('')).toMatchObject({ escrows: [], total: 0 })
  expect(await list(`?depositor=${DEPOSITOR}`)).toMatchObject({
    total: 3,
    escrows: [{ metadata: null }, { metadata: null }, { metadata: null }],
  })
  expect(await list(`?depositor=${MERCHANT_BTC}`)).toMatchObject({ total: 0 })
  expect(await list('', { key: thirdParty.key })).toMatchObject({ total: 0 })
  const { escrows } = await list('?status=pending', { key: owner.key })
  for (const escrow of escrows as readonly object[]) expect(escrow).toMatchObject({ business_id: owner.businessId, status: 'created' })
})
