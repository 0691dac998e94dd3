import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, refusalOf, sessionOf, submit } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble()
  account = await openAccount(double)
})
afterAll(() => double.stop())

const create = (amount = 5_000, data: Stripe.Checkout.SessionCreateParams.PaymentIntentData = { application_fee_amount: 50 }) =>
  double.stripe.checkout.sessions.create(sessionOf(amount, 'eur', data), { stripeAccount: account })
const retrieve = (id: string) =>
  double.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge.balance_transaction'] }, { stripeAccount: account })

describe('the payment page', () => {
  test('a card that succeeds pays the connected account, less the fees of platform and processor', async () => {
    const { id, url } = await create()
    const thanks = `https://shop.example/thanks?session=${id}`
    expect(await submit(url, { number: '4242 4242 4242 4242' })).toEqual({ outcome: 'paid', url: thanks })
    expect(await retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        status: 'succeeded',
        amount_received: 5_000,
        latest_charge: { application_fee_amount: 50, balance_transaction: { amount: 5_000, fee: 225, net: 4_775 } },
      },
    })
    await expect.poll(double.types).toContain('checkout.session.completed')
  })

  test('a declined card leaves the session open, and the customer may try again', async () => {
    const { id, url } = await create()
    expect(await submit(url, { number: '4000000000009995' })).toMatchObject({ outcome: 'declined' })
    expect(await retrieve(id)).toMatchObject({
      status: 'open',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
      },
    })
    expect(await submit(url, { number: '4242424242424242' })).toMatchObject({ outcome: 'paid' })
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_intent: { last_payment_error: null } })
  })

  test('a card that asks for authentication pays only once the customer has proved it', async () => {
    const { id, url } = await create()
    const asked = (await submit(url, { number: '4000002760003184' })) as { readonly outcome: string; readonly url: string }
    expect(asked.outcome).toBe('authenticate')
    expect(await submit(asked.url, { outcome: 'fail' })).toMatchObject({ outcome: 'declined' })
    expect(await retrieve(id)).toMatchObject({
      status: 'open',
      payment_intent: { last_payment_error: { code: 'payment_intent_authentication_failure' } },
    })
    await submit(url, { number: '4000002760003184' })
    expect(await submit(asked.url, { outcome: 'complete' })).toMatchObject({ outcome: 'paid' })
  })

  test.each([
    ['succeeded', 'paid', 'checkout.session.async_payment_succeeded'],
    ['failed', 'unpaid', 'checkout.session.async_payment_failed'],
  ] as const)('a bank debit completes the session unpaid; once it has %s the session is %s', async (outcome, payment_status, type) => {
    const { id, url } = await create()
    expect(await submit(url, { method: 'bank_debit' })).toMatchObject({ outcome: 'processing' })
    const waiting = await retrieve(id)
    expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid', payment_intent: { status: 'processing' } })
    const { id: paymentIntent } = waiting.payment_intent as Stripe.PaymentIntent
    await double.control.do('settlePayment', { paymentIntent, outcome })
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status })
    await expect.poll(double.types).toContain(type)
  })

  test('a browser sees the amount, the refusal of its card, and in the end the page of the shop', async () => {
    const { id, url } = await create()
    const page = await fetch(url ?? '')
    expect(await page.text()).toContain('€50.00')
    const pay = (number: string) => fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ number }), redirect: 'manual' })
    expect(await (await pay('4000000000000002')).text()).toContain('Your card was declined.')
    expect(await (await pay('1234')).text()).toContain('Your card number is incorrect.')
    expect((await pay('4242424242424242')).headers.get('location')).toBe(`https://shop.example/thanks?session=${id}`)
    expect((await fetch(url ?? '')).status).toBe(410)
  })
})

describe('a session', () => {
  test('expires by itself at its time and on request, once', async () => {
    const [early, late] = [await create(), await create()]
    await double.stripe.checkout.sessions.expire(early.id, {}, { stripeAccount: account })
    expect(await refusalOf(double.stripe.checkout.sessions.expire(early.id, {}, { stripeAccount: account }))).toMatchObject({
      statusCode: 400,
    })
    await double.control.do('advanceClock', { seconds: 86_401 })
    expect(await retrieve(late.id)).toMatchObject({ status: 'expired', url: null })
    expect(await submit(late.url, { number: '4242424242424242' })).toMatchObject({ outcome: 'refused' })
  })

  test.each([
    ['an amount below the minimum', { ...sessionOf(49) }, { code: 'amount_too_small' }],
    ['an amount of yen below the minimum', { ...sessionOf(49, 'jpy') }, { code: 'amount_too_small' }],
    [
      'an unknown nested parameter',
      sessionOf(500, 'eur', { aplication_fee: 5 } as object),
      { code: 'parameter_unknown', param: 'payment_intent_data[aplication_fee]' },
    ],
    [
      'an unknown parameter',
      { ...sessionOf(500), payment_method_types: ['card'] },
      { code: 'parameter_unknown', param: 'payment_method_types' },
    ],
    ['a broken amount', sessionOf(500.5), { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' }],
    ['an unknown locale', { ...sessionOf(500), locale: 'ar' }, { param: 'locale' }],
    ['no mode', { ...sessionOf(500), mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    [
      'a fee above the amount',
      sessionOf(500, 'eur', { application_fee_amount: 501 }),
      { param: 'payment_intent_data[application_fee_amount]' },
    ],
    ['an expiry within half an hour', { ...sessionOf(500), expires_at: Math.floor(Date.now() / 1_000) + 60 }, { param: 'expires_at' }],
    [
      '51 keys of metadata',
      { ...sessionOf(500), metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v'])) },
      { param: 'metadata' },
    ],
    ['a long value of metadata', { ...sessionOf(500), metadata: { intent_id: 'x'.repeat(501) } }, { param: 'metadata' }],
  ])('is refused with %s', async (_, asked, refusal) => {
    const created = double.stripe.checkout.sessions.create(asked as Stripe.Checkout.SessionCreateParams, { stripeAccount: account })
    expect(await refusalOf(created)).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', ...refusal })
  })

  test('takes an application fee only from a connected account', async () => {
    expect(await refusalOf(double.stripe.checkout.sessions.create(sessionOf(500, 'eur', { application_fee_amount: 5 })))).toMatchObject({
      statusCode: 400,
    })
  })
})
