import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, refusalOf, sessionOf } from './shop.ts'

const REFUNDS = 'rk_test_refunds'
let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble({ keys: [{ key: REFUNDS, permissions: ['refunds:write', 'charges:read'] }] })
  account = await openAccount(double)
})
afterAll(() => double.stop())

describe('a key', () => {
  test('that is restricted does only what it is for, and writing includes reading', async () => {
    const restricted = double.clientOf(REFUNDS)
    expect((await restricted.refunds.list({}, { stripeAccount: account })).data).toEqual([])
    expect(await refusalOf(restricted.transfers.list())).toMatchObject({
      statusCode: 403,
      type: 'StripePermissionError',
      code: 'more_permissions_required',
    })
  })

  test('that is unknown is refused without its secret in the answer', async () => {
    const refusal = await refusalOf(double.clientOf('sk_test_someone_elses').balance.retrieve())
    expect(refusal).toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
      message: 'Invalid API Key provided: sk_test_***lses',
    })
    expect((await fetch(`${double.url}/v1/balance`)).status).toBe(401)
  })

  test('sees no account that the platform does not have', async () => {
    expect(await refusalOf(double.stripe.balance.retrieve({}, { stripeAccount: 'acct_none' }))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    })
    expect(await refusalOf(double.stripe.accounts.retrieve('acct_none'))).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })
})

describe('a request', () => {
  test('for an object of another account is answered like one for a missing object', async () => {
    const { id } = await double.stripe.checkout.sessions.create(sessionOf(500), { stripeAccount: account })
    expect(await refusalOf(double.stripe.checkout.sessions.retrieve(id))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect(await refusalOf(double.stripe.checkout.sessions.retrieve('cs_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  test('with its account among the parameters instead of the options is refused', async () => {
    const { id } = await double.stripe.checkout.sessions.create(sessionOf(500), { stripeAccount: account })
    const wrong = double.stripe.checkout.sessions.retrieve(id, { stripeAccount: account } as Stripe.Checkout.SessionRetrieveParams)
    expect(await refusalOf(wrong)).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'stripeAccount' })
  })

  test('that cannot be expanded has done nothing', async () => {
    const asked = double.stripe.paymentIntents.create({ amount: 777, currency: 'usd', expand: ['nothing'] })
    expect(await refusalOf(asked)).toMatchObject({ statusCode: 400, param: 'expand' })
    expect((await double.stripe.paymentIntents.list()).data.filter(({ amount }) => amount === 777)).toEqual([])
  })

  test('of another version, of another media type or to an unknown path is refused', async () => {
    const headers = { authorization: `Bearer ${REFUNDS}` }
    const old = await fetch(`${double.url}/v1/refunds`, { headers: { ...headers, 'stripe-version': '2024-06-20' } })
    expect(old.status).toBe(400)
    const json = await fetch(`${double.url}/v1/refunds`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(400)
    expect((await fetch(`${double.url}/v1/nothing`, { headers })).status).toBe(404)
  })
})

test('a list goes on from page to page, newest first, within its range of times', async () => {
  const created = await Promise.all(
    [1, 2, 3].map((at) => double.stripe.checkout.sessions.create({ ...sessionOf(500), client_reference_id: `order ${at}` })),
  )
  const options = { created: { gte: created[0]?.created ?? 0 }, limit: 2 }
  const first = await double.stripe.checkout.sessions.list(options)
  expect([first.data.length, first.has_more]).toEqual([2, true])
  const rest = await double.stripe.checkout.sessions.list({ ...options, starting_after: first.data[1]?.id ?? '' })
  expect([rest.data.length, rest.has_more]).toEqual([1, false])
  expect([...first.data, ...rest.data].map(({ id }) => id).toSorted()).toEqual(created.map(({ id }) => id).toSorted())
  expect((await double.stripe.checkout.sessions.list({ created: { lt: options.created.gte } })).data).toEqual([])
  expect(await refusalOf(double.stripe.checkout.sessions.list({ starting_after: 'cs_none' }))).toMatchObject({ statusCode: 400 })
})
