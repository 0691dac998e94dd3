import { newBitcoinAddress, replaceBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow, type Followed } from '../support/event-source.ts'
import { say } from '../support/say.ts'
import { FINALIZING, LIFE, untilForwarded, untilSent } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { pay, shown, unitsOf } from '../support/customer.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const streamOf = (id: string) => `${story.gateway.api}/api/payments/${id}/events`
const own = () => ({ authorization: `Bearer ${story.shop.key}` })
const typesOf = ({ messages }: Followed) => messages.map(({ event, content }) => (event === 'payment' ? content['type'] : event))
const isLost = ({ payment }: Readonly<Record<string, unknown>>) => isDeepStrictEqual((payment as ShownPayment).exceptions, ['replaced'])
const reads = (stream: Followed, count: number) =>
  eventually(`${count} messages`, async () => stream.messages.length >= count && stream.messages)

describe('200', () => {
  test('a merchant and a payer follow a payment until it is forwarded; each sees its own view', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    const merchant = await follow(streamOf(payment.id), own())
    const customer = await follow(streamOf(payment.id))
    expect([merchant.headers.get('content-type'), merchant.headers.get('cache-control')]).toEqual(['text/event-stream', 'no-store'])
    expect(customer.headers.get('access-control-allow-origin')).toBe('*')
    const [first] = await reads(merchant, 1)
    expect(first).toMatchObject({
      id: '1',
      content: { type: 'payment.created', sequence: 1, payment: { id: payment.id, status: 'pending' } },
    })
    await pay(story, payment)
    await untilForwarded(story, payment)
    await Promise.all([merchant.ended, customer.ended])
    expect(typesOf(merchant)).toEqual([...LIFE, 'end'])
    expect(typesOf(customer)).toEqual(typesOf(merchant))
    expect(merchant.messages.slice(0, -1).map(({ id }) => Number(id))).toEqual(LIFE.map((_, at) => at + 1))
    const [seenByMerchant, seenByCustomer] = [merchant, customer].map(({ messages }) => messages.at(-2)?.content['payment'])
    expect(seenByMerchant).toEqual((await say(story.gateway.api, `GET /payments/${payment.id}`, { key: story.shop.key })).body['payment'])
    expect(seenByCustomer).toEqual((await say(story.gateway.api, `GET /payments/${payment.id}/public`)).body['payment'])
    expect(merchant.otherLines).toContain('retry: 5000')
  })

  test('a client that reconnects with Last-Event-ID gets the later events; a forwarded payment ends the stream', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    const before = await follow(streamOf(payment.id), own())
    await reads(before, 1)
    before.leave()
    await pay(story, payment)
    await untilSent(story, payment)
    const after = await follow(streamOf(payment.id), { ...own(), 'last-event-id': '1' })
    await eventually('the payment.forwarding event', async () => typesOf(after).includes('payment.forwarding'))
    expect(typesOf(after).slice(0, 2)).toEqual(['payment.pending', 'payment.confirming'])
    await mine(story, 'BTC', FINALIZING.BTC)
    await after.ended
    const late = await follow(streamOf(payment.id), own())
    await late.ended
    expect(typesOf(late)).toEqual(['payment.forwarded', 'end'])
  })

  test('a half payment sends the amount due to open streams, and new streams begin with it', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    const whole = unitsOf(payment, payment.crypto_amount)
    const before = await follow(streamOf(payment.id))
    await reads(before, 1)
    await pay(story, payment, whole / 2n)
    const half = { status: 'pending', amount_received: shown(payment, whole / 2n), amount_due: shown(payment, whole - whole / 2n) }
    const [, told] = await reads(before, 2)
    expect(told).toMatchObject({ id: '2', content: { type: 'payment.updated', sequence: 2, payment: half } })
    for (const header of [{}, { 'last-event-id': '1' }]) {
      const after = await follow(streamOf(payment.id), header)
      expect((await reads(after, 1))[0]).toMatchObject({ id: '2', content: { payment: half } })
      after.leave()
    }
    before.leave()
  })

  test('a replaced deposit sends the payment back to pending on open streams, and new streams begin with pending', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    const before = await follow(streamOf(payment.id))
    const txid = await pay(story, payment)
    await story.shop.reaches(payment.id, 'detected')
    await replaceBitcoin(story.bitcoin, { txid, to: await newBitcoinAddress(story.bitcoin) })
    const gone = { status: 'pending', amount_received: '0', amount_due: payment.crypto_amount, exceptions: ['replaced'] }
    const told = await eventually('the replaced deposit', async () => before.messages.find(({ content }) => isLost(content)))
    expect(told).toMatchObject({ id: '3', content: { type: 'payment.updated', payment: gone } })
    const after = await follow(streamOf(payment.id))
    expect((await reads(after, 1))[0]).toMatchObject({ id: '3', content: { payment: gone } })
    for (const stream of [before, after]) stream.leave()
  })

  test('another merchant sees the public view of a payment', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    const { body } = await say(story.gateway.api, 'POST /auth/register', {
      body: { email: 'other@shop.example', password: 'correct horse' },
    })
    const thirdParty = await follow(streamOf(payment.id), { authorization: `Bearer ${String(body['token'])}` })
    const [first] = await reads(thirdParty, 1)
    expect(first?.content['payment']).not.toHaveProperty('metadata')
    thirdParty.leave()
  })
})

describe('refusals', () => {
  test.each([
    ['404', '00000000-0000-4000-8000-000000000000', {}],
    ['401', undefined, { authorization: 'Bearer gw_live_nobody' }],
  ])('a %s of the stream is JSON', async (status, id, headers) => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    const response = await fetch(streamOf(id ?? payment.id), { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([Number(status), 'application/json; charset=utf-8'])
    expect(await response.json()).toMatchObject({ success: false })
  })
})
