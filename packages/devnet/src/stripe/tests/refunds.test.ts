import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { idOf, openAccount, payDirectly, refusalOf } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble()
  account = await openAccount(double)
})
afterAll(() => double.stop())

const refund = (params: Stripe.RefundCreateParams) => double.stripe.refunds.create(params, { stripeAccount: account })
const chargeOf = (id: string) => double.stripe.charges.retrieve(id, {}, { stripeAccount: account })

describe('a refund', () => {
  test('of parts never exceeds what was captured', async () => {
    const { charge, intent } = await payDirectly(double, { account, amount: 1_000 })
    expect(await refund({ payment_intent: intent, amount: 400, metadata: { intent_id: 'r1' } })).toMatchObject({
      status: 'succeeded',
      amount: 400,
    })
    expect(await refusalOf(refund({ charge, amount: 601 }))).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await refund({ charge })).toMatchObject({ amount: 600 })
    expect(await refusalOf(refund({ charge }))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    expect(await chargeOf(charge)).toMatchObject({ refunded: true, amount_refunded: 1_000 })
    await expect.poll(double.types).toContain('charge.refunded')
  })

  test('is carried out ten times of twenty at once, when each is a tenth of the charge', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => refund({ charge, amount: 100 })))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 1_000, refunded: true })
  })

  test('is found by its payment intent, and no list takes metadata', async () => {
    const { intent } = await payDirectly(double, { account, amount: 1_000 })
    await refund({ payment_intent: intent, amount: 300, metadata: { intent_id: 'r2' } })
    const { data } = await double.stripe.refunds.list({ payment_intent: intent }, { stripeAccount: account })
    expect(data.map(({ metadata }) => metadata)).toEqual([{ intent_id: 'r2' }])
    const byMetadata = double.stripe.refunds.list({ metadata: { intent_id: 'r2' } } as Stripe.RefundListParams, { stripeAccount: account })
    expect(await refusalOf(byMetadata)).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'metadata' })
  })

  test.each(['pending', 'requires_action'] as const)('that is %s reserves its amount until it has failed', async (status) => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('nextRefunds', { statuses: [status] })
    const { id, ...begun } = await refund({ charge, amount: 700 })
    expect(begun.status).toBe(status)
    expect(await refusalOf(refund({ charge, amount: 301 }))).toMatchObject({ statusCode: 400 })
    await double.control.do('moveRefund', { refund: id, status: 'failed' })
    expect(await double.stripe.refunds.retrieve(id, {}, { stripeAccount: account })).toMatchObject({
      status: 'failed',
      failure_reason: 'unknown',
    })
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
    await expect.poll(double.types).toContain('refund.failed')
  })

  test('that needs the customer can be canceled, which gives its amount back', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000 })
    await double.control.do('nextRefunds', { statuses: ['requires_action'] })
    const { id } = await refund({ charge })
    expect(await double.stripe.refunds.cancel(id, {}, { stripeAccount: account })).toMatchObject({ status: 'canceled' })
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0 })
  })

  test('of a card for it is pending first, and succeeds by itself after the time that was set', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000, card: '4000000000007726' })
    await double.control.do('setBehaviour', { settleSeconds: 60 })
    const { id, status } = await refund({ charge })
    expect(status).toBe('pending')
    await double.control.do('advanceClock', { seconds: 61 })
    expect(await double.stripe.refunds.retrieve(id, {}, { stripeAccount: account })).toMatchObject({ status: 'succeeded' })
  })
})

describe('an application fee', () => {
  test('gives back exactly the amount that is asked, once', async () => {
    const { charge } = await payDirectly(double, { account, amount: 9_999, fee: 100 })
    const { application_fee: fee } = await chargeOf(charge)
    const asked = { amount: 33, metadata: { intent_id: 'f1' } }
    const { id } = await double.stripe.applicationFees.createRefund(idOf(fee), asked)
    expect(await double.stripe.applicationFees.retrieve(idOf(fee))).toMatchObject({
      amount_refunded: 33,
      refunds: { data: [{ id, ...asked }] },
    })
    expect(await refusalOf(double.stripe.applicationFees.createRefund(idOf(fee), { amount: 68 }))).toMatchObject({ statusCode: 400 })
    expect(await double.stripe.applicationFees.createRefund(idOf(fee))).toMatchObject({ amount: 67 })
    expect(await refusalOf(double.stripe.applicationFees.createRefund(idOf(fee)))).toMatchObject({
      code: 'application_fee_already_refunded',
    })
  })

  test('stays with the platform when a charge is refunded without it, and falls in proportion with it', async () => {
    const { charge } = await payDirectly(double, { account, amount: 1_000, fee: 99 })
    await refund({ charge, amount: 500 })
    const { application_fee: fee } = await chargeOf(charge)
    expect(await double.stripe.applicationFees.retrieve(idOf(fee))).toMatchObject({ amount_refunded: 0 })
    await refund({ charge, amount: 333, refund_application_fee: true })
    expect(await double.stripe.applicationFees.retrieve(idOf(fee))).toMatchObject({ amount_refunded: 32 })
  })
})
