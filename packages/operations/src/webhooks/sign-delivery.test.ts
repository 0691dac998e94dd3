import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signDelivery, standardKey } from './sign-delivery.ts'

const at = new Date(1_614_265_330_999)
const signable = {
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  deliveryId: 'd-1',
  type: 'payment.created',
  body: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  furtherHeaders: [],
}

describe('the signature of a delivery', () => {
  test('matches the published example of Standard Webhooks', () => {
    expect(signDelivery(signable, at)).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('the x-service-signature header is keyed with the whole secret string', () => {
    const v1 = createHmac('sha256', signable.secret).update(`1614265330.${signable.body}`).digest('hex')
    expect(signDelivery(signable, at)).toMatchObject({
      'content-type': 'application/json',
      'x-service-signature': `t=1614265330,v1=${v1}`,
      'x-service-event': 'payment.created',
      'x-service-delivery': 'd-1',
    })
  })

  test('the Standard Webhooks header alone lists the signatures of both secrets after a rotation', () => {
    const previousSecret = 'the-secret-of-yesterday'
    const both = signDelivery({ ...signable, previousSecret }, at)
    const yesterday = signDelivery({ ...signable, secret: previousSecret }, at)
    const today = signDelivery(signable, at)
    expect(both['webhook-signature']).toBe(`${today['webhook-signature']} ${yesterday['webhook-signature']}`)
    expect(both['x-service-signature']).toBe(today['x-service-signature'])
  })

  test('further signature headers repeat the identical value', () => {
    const headers = signDelivery({ ...signable, furtherHeaders: ['x-shop-signature', 'x-proof'] }, at)
    expect(headers['x-shop-signature']).toBe(headers['x-service-signature'])
    expect(headers['x-proof']).toBe(headers['x-service-signature'])
    expect(headers).toMatchObject({ 'x-shop-event': 'payment.created', 'x-shop-delivery': 'd-1' })
    expect(headers).not.toHaveProperty('x-proof-event')
  })

  test('every attempt has a new signature over the same body', () => {
    const [first, second] = [signDelivery(signable, at), signDelivery(signable, new Date(at.getTime() + 5_000))]
    expect(second['x-service-signature']).not.toBe(first['x-service-signature'])
    expect(second['webhook-id']).toBe(first['webhook-id'])
  })

  test('a changed body changes both signatures', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
        fc.pre(one !== other)
        const [first, second] = [one, other].map((body) => signDelivery({ ...signable, body }, at))
        expect(second?.['webhook-signature']).not.toBe(first?.['webhook-signature'])
        expect(second?.['x-service-signature']).not.toBe(first?.['x-service-signature'])
      }),
    )
  })
})

describe('the key of a secret', () => {
  test('decodes the part after whsec_, with or without padding', () => {
    const key = Buffer.alloc(32, 9)
    const encoded = key.toString('base64')
    expect(standardKey(`whsec_${encoded}`)).toEqual(key)
    expect(standardKey(`whsec_${encoded.replace(/=+$/, '')}`)).toEqual(key)
  })

  test.each(['whsec_short', 'whsec_not base64 at all, but long enough to be one', 'my-own-secret-of-many-characters'])(
    'uses the text itself when it has another form: %s',
    (secret) => expect(standardKey(secret)).toEqual(Buffer.from(secret)),
  )
})
