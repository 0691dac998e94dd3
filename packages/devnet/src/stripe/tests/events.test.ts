import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, payDirectly } from './shop.ts'

let double: OpenDouble
beforeEach(async () => void (double = await openDouble()))
afterEach(() => double.stop())

const pay = () => payDirectly(double, { amount: 1_000 })
const undelivered = async () => (await double.control.do('readLog')).undelivered

describe('events', () => {
  test('of the platform and of connected accounts go to an endpoint each, and are listed for their account', async () => {
    const account = await openAccount(double)
    await payDirectly(double, { account, amount: 1_000, fee: 10 })
    await pay()
    await expect.poll(undelivered).toBe(0)
    const connected = double.received.filter(({ endpoint }) => endpoint === 'connect').map(({ event }) => event)
    expect(new Set(connected.map((event) => event.account))).toEqual(new Set([account]))
    const listed = await double.stripe.events.list({ limit: 100 }, { stripeAccount: account })
    expect(listed.data.map(({ id }) => id).toSorted()).toEqual(connected.map(({ id }) => id).toSorted())
    const fees = await double.stripe.events.list({ types: ['application_fee.created'] })
    expect(fees.data).toMatchObject([{ pending_webhooks: 0, data: { object: { amount: 10, account } } }])
  })

  test('are sent again until the endpoint takes them', async () => {
    double.answers.push(500, 404, 301)
    await pay()
    await expect.poll(undelivered).toBe(0)
    expect(double.types().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
  })

  test('wait while they are held, and leave in reverse and doubled', async () => {
    await double.control.do('setBehaviour', { holdsEvents: true })
    await pay()
    expect([double.types(), await undelivered()]).toEqual([[], 4])
    await double.control.do('releaseEvents', { order: 'reversed', copies: 2 })
    await expect.poll(double.types).toHaveLength(8)
    await expect.poll(undelivered).toBe(0)
  })

  test('are dropped, doubled and late on request, and stay in the list of events', async () => {
    await double.control.do('disturbEvents', { kind: 'drop', type: 'payment_intent.created' })
    await double.control.do('disturbEvents', { kind: 'double', type: 'charge.succeeded' })
    await double.control.do('disturbEvents', { kind: 'late', type: 'payment_intent.succeeded', ms: 20 })
    await pay()
    await expect.poll(undelivered).toBe(0)
    expect(double.types().toSorted()).toEqual([
      'charge.succeeded',
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ])
    expect((await double.stripe.events.list()).data).toHaveLength(4)
  })

  test('change places with the next one on request', async () => {
    await double.control.do('disturbEvents', { kind: 'reorder', type: 'payment_intent.created', ms: 60_000 })
    await pay()
    await expect.poll(undelivered).toBe(0)
    expect(double.types()).toHaveLength(4)
    expect(double.types()[0]).not.toBe('payment_intent.created')
  })

  test('are sent again as often as it is asked', async () => {
    await pay()
    await expect.poll(undelivered).toBe(0)
    const event = double.received[0]?.event.id ?? ''
    await double.control.do('resendEvent', { event, times: 50 })
    await expect.poll(() => double.received.filter((sent) => sent.event.id === event).length).toBe(51)
  })
})
