import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { refusalOf } from './shop.ts'

let double: OpenDouble
beforeAll(async () => void (double = await openDouble()))
afterAll(() => double.stop())

const create = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  double.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', ...params })

test('a payment intent is paid by a test card, without a page', async () => {
  const paid = await create({ confirm: true, payment_method: 'pm_card_visa', transfer_group: 'ces_1', metadata: { intent_id: 'p1' } })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1_000 })
  const { data } = await double.stripe.charges.list({ payment_intent: paid.id, expand: ['data.balance_transaction'] })
  expect(data).toMatchObject([{ transfer_group: 'ces_1', metadata: { intent_id: 'p1' }, balance_transaction: { fee: 59 } }])
})

test('a declined payment intent says why with status 402, and can be paid again', async () => {
  const declined = await refusalOf(create({ confirm: true, payment_method: 'pm_card_chargeDeclined' }))
  expect(declined).toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' })
  const { data } = await double.stripe.paymentIntents.list({ limit: 1 })
  expect(await double.stripe.paymentIntents.confirm(data[0]?.id ?? '', { payment_method: 'pm_card_visa' })).toMatchObject({
    status: 'succeeded',
  })
})

test('a payment intent is canceled before it is paid, not after', async () => {
  const { id } = await create()
  expect(await double.stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' })
  const paid = await create({ confirm: true, payment_method: 'pm_card_visa' })
  expect(await refusalOf(double.stripe.paymentIntents.cancel(paid.id))).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test.each([
  ['too little', { amount: 49 }, 'amount_too_small'],
  ['a negative amount', { amount: -100 }, 'parameter_invalid_integer'],
  ['an amount in words', { amount: 1e21 }, 'parameter_invalid_integer'],
  ['an unknown currency', { currency: 'xxx' }, undefined],
  ['removed payment method types', { payment_method_types: ['card'] }, 'parameter_unknown'],
  ['an unset description', { description: '' }, 'parameter_invalid_empty'],
] as const)('a payment intent is refused with %s', async (_, params, code) => {
  expect(await refusalOf(create(params as Partial<Stripe.PaymentIntentCreateParams>))).toMatchObject({ statusCode: 400, code })
})
