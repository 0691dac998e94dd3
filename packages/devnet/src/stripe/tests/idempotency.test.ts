import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiFault } from '../state/world.ts'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, payDirectly, refusalOf } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble()
  account = await openAccount(double)
})
afterAll(() => double.stop())

/** A closed connection is repeated once by the client, also with `maxNetworkRetries: 0`; every other fault is met by one request. */
const timesOf = (answer: ApiFault['answer']) => (answer === 'close' ? 2 : 1)

const refund = (charge: string, key: string, amount = 100) =>
  double.stripe.refunds.create({ charge, amount }, { stripeAccount: account, idempotencyKey: key })
const refundsOf = async (charge: string) => (await double.stripe.refunds.list({ charge }, { stripeAccount: account })).data

describe('an idempotency key', () => {
  test('repeats the first answer, also a refusal', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    const [first, again] = [await refund(charge, 'repeat'), await refund(charge, 'repeat')]
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await refundsOf(charge)).toHaveLength(1)
    const refused = await refusalOf(refund(charge, 'refused', 901))
    await refund(charge, 'rest', 900)
    expect(await refusalOf(refund(charge, 'refused', 901))).toEqual(refused)
  })

  test('refuses other parameters, and belongs to one account', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await refund(charge, 'other')
    expect(await refusalOf(refund(charge, 'other', 200))).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
    const platform = await payDirectly(double, { amount: 1_000 })
    const there = await double.stripe.refunds.create({ charge: platform.charge, amount: 100 }, { idempotencyKey: 'other' })
    expect(there.charge).toBe(platform.charge)
  })

  test('does not look at the order of parameters, which a database may change', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    const options = { stripeAccount: account, idempotencyKey: 'order' }
    const first = await double.stripe.refunds.create({ charge, amount: 100, metadata: { a: '1', b: '2' } }, options)
    const again = await double.stripe.refunds.create({ metadata: { b: '2', a: '1' }, amount: 100, charge }, options)
    expect(again.id).toBe(first.id)
  })

  test('is free again after a request with wrong parameters', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    expect(await refusalOf(refund(charge, 'wrong', 1.5))).toMatchObject({ statusCode: 400, code: 'parameter_invalid_integer' })
    expect(await refund(charge, 'wrong', 150)).toMatchObject({ amount: 150 })
  })

  test('is in flight until its request is answered: 409', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('failApi', { moment: 'after', answer: 'stall', path: '/v1/refunds' })
    const first = refund(charge, 'flight')
    await expect.poll(() => refundsOf(charge)).toHaveLength(1)
    expect(await refusalOf(refund(charge, 'flight'))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    await double.control.do('releaseStalls')
    expect((await refund(charge, 'flight')).id).toBe((await first).id)
  })

  test('makes a new object only after a day', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    const first = await refund(charge, 'day')
    await double.control.do('forgetKeys')
    expect((await refund(charge, 'day')).id).not.toBe(first.id)
  })
})

describe('a fault', () => {
  const faults: readonly [ApiFault['answer'], number | undefined][] = [
    ['status_500', 500],
    ['status_429', 429],
    ['html_502', undefined],
    ['html_200', undefined],
    ['close', undefined],
  ]

  test.each(faults)('of an answer %s after the work leaves the object, which the same key finds', async (answer, statusCode) => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('failApi', { moment: 'after', answer, method: 'POST', path: '/v1/refunds', times: timesOf(answer) })
    expect((await refusalOf(refund(charge, `after ${answer}`)))['statusCode']).toBe(statusCode)
    const [made, ...more] = await refundsOf(charge)
    expect(more).toEqual([])
    expect((await refund(charge, `after ${answer}`)).id).toBe(made?.id)
  })

  test.each(faults)('of an answer %s before the work leaves nothing, and the same key does it', async (answer, statusCode) => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('failApi', { moment: 'before', answer, method: 'POST', path: '/v1/refunds', times: timesOf(answer) })
    expect((await refusalOf(refund(charge, `before ${answer}`)))['statusCode']).toBe(statusCode)
    expect(await refundsOf(charge)).toEqual([])
    expect(await refund(charge, `before ${answer}`)).toMatchObject({ status: 'succeeded' })
  })

  test('that sticks to its key is repeated until the key is forgotten', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('failApi', { moment: 'after', answer: 'status_500', method: 'POST', path: '/v1/refunds', sticky: true })
    for (const _ of [1, 2]) expect(await refusalOf(refund(charge, 'sticky'))).toMatchObject({ statusCode: 500 })
    expect(await refundsOf(charge)).toHaveLength(1)
  })

  test('is in the log with the request that it met: the client repeats a closed connection once by itself', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('failApi', { moment: 'after', answer: 'close', method: 'POST', path: '/v1/refunds' })
    await refund(charge, 'logged')
    const { requests } = await double.control.do('readLog')
    expect(requests.filter(({ idempotencyKey }) => idempotencyKey === 'logged')).toMatchObject([
      { account, executed: true, replayed: false, fault: 'close after', form: `charge=${charge}&amount=100` },
      { account, status: 200, executed: false, replayed: true },
    ])
  })
})
