import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BODY, EVENT, SECRET, signed, standardSigned } from './test-delivery.ts'
import { verifyWebhook } from './verify-webhook.ts'

const KEY = Uint8Array.from({ length: 32 }, (_, index) => index)
const OTHER = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8='
const refused = (code: string) => ({ name: 'WebhookRefused', status: 401, code })

describe('verifyWebhook', () => {
  /** Generated with openssl for the text above at 1 790 856 000. */
  const vectors = {
    service: { 'X-Service-Signature': 't=1790856000,v1=c459632efcb17066b71283e39ccad31bd1e4995cb35c803292752e90b23fb87d' },
    standard: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1790856000',
      'webhook-signature': 'v1,p03fnvx4jgVhFOBvtuHdiIYDy3HtL1OTuOCe1gnZ1No=',
    },
    'standard, with a secret of the merchant’s own': {
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1790856000',
      'webhook-signature': 'v1,lAuXx1K5H04yLfNR3mD52Na0WIfrqYmhqGliCHv4R5c=',
    },
  }
  test.each(Object.entries(vectors))('accepts a signature made by openssl: %s', async (name, headers) => {
    const secret = name.includes('own') ? 'a plain secret of ours' : SECRET
    expect(await verifyWebhook({ body: BODY, headers }, { secret, tolerance: Infinity })).toEqual(EVENT)
  })

  test('accepts text or bytes, with the headers of Node or of the Fetch API', async () => {
    const body = new TextEncoder().encode(BODY)
    expect(await verifyWebhook({ body, headers: new Headers(signed(BODY)) }, { secret: SECRET })).toEqual(EVENT)
    expect(await verifyWebhook({ body: Buffer.from(body), headers: signed(BODY) }, { secret: SECRET })).toEqual(EVENT)
  })

  test('accepts either of two secrets during a rotation', async () => {
    for (const secret of [SECRET, OTHER]) {
      expect(await verifyWebhook({ body: BODY, headers: signed(BODY, { secret }) }, { secret: [OTHER, SECRET] })).toEqual(EVENT)
    }
  })

  test('accepts the old secret, because the standard signature still includes it', async () => {
    const standard = standardSigned(BODY, { keys: [new Uint8Array(32).fill(7), KEY] })
    const headers = { ...signed(BODY, { secret: OTHER }), ...standard }
    expect(await verifyWebhook({ body: BODY, headers }, { secret: SECRET })).toEqual(EVENT)
  })

  test('reads the configured header name', async () => {
    const { 'x-service-signature': value } = signed(BODY)
    const headers = { 'x-shop-signature': value }
    expect(await verifyWebhook({ body: BODY, headers }, { secret: SECRET, signatureHeader: 'X-Shop-Signature' })).toEqual(EVENT)
    await expect(verifyWebhook({ body: BODY, headers }, { secret: SECRET })).rejects.toMatchObject(refused('SIGNATURE_MISSING'))
  })
})

describe('verifyWebhook', () => {
  test('rejects a body with one changed bit', async () => {
    const headers = { ...signed(BODY), ...standardSigned(BODY, { keys: [KEY] }) }
    const body = new TextEncoder().encode(BODY)
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.nat(7), async (index, bit) => {
        const changed = body.map((byte, at) => (at === index ? byte ^ (1 << bit) : byte))
        await expect(verifyWebhook({ body: changed, headers }, { secret: SECRET })).rejects.toMatchObject(refused('SIGNATURE_INVALID'))
      }),
    )
  })

  test.each([-301, 301])('rejects a signature made %i s from now', async (seconds) => {
    const at = Date.now() + seconds * 1_000 + 500
    const headers = { ...signed(BODY, { at }), ...standardSigned(BODY, { keys: [KEY], at }) }
    await expect(verifyWebhook({ body: BODY, headers }, { secret: SECRET })).rejects.toMatchObject(refused('SIGNATURE_TOO_OLD'))
  })

  test.each([-295, 295])('accepts a signature made %i s from now', async (seconds) => {
    const headers = signed(BODY, { at: Date.now() + seconds * 1_000 })
    expect(await verifyWebhook({ body: BODY, headers }, { secret: SECRET })).toEqual(EVENT)
  })

  test('rejects another secret and a changed time', async () => {
    await expect(verifyWebhook({ body: BODY, headers: signed(BODY) }, { secret: OTHER })).rejects.toMatchObject(
      refused('SIGNATURE_INVALID'),
    )
    const headers = {
      'x-service-signature': signed(BODY)['x-service-signature']?.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) - 9}`),
    }
    await expect(verifyWebhook({ body: BODY, headers }, { secret: SECRET })).rejects.toMatchObject(refused('SIGNATURE_INVALID'))
  })

  test('rejects any text in place of a signature', async () => {
    const t = Math.floor(Date.now() / 1_000)
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('', `t=${t}`, `t=${t},v1=`, `t=${t},v1=00`, `v1=${'0'.repeat(64)}`, 'v1,', 'v1,AA==', 'v1,AA=='),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (service, standard) => {
        const headers = {
          'x-service-signature': service,
          'webhook-id': 'evt_1',
          'webhook-timestamp': `${t}`,
          'webhook-signature': standard,
        }
        await expect(verifyWebhook({ body: BODY, headers }, { secret: SECRET })).rejects.toMatchObject({
          name: 'WebhookRefused',
          status: 401,
        })
      }),
    )
  })

  test('rejects a repeated header, because the intended one is unknown', async () => {
    const { 'x-service-signature': value = '' } = signed(BODY)
    const headers = { 'x-service-signature': [value, value] }
    await expect(verifyWebhook({ body: BODY, headers }, { secret: SECRET })).rejects.toMatchObject(refused('SIGNATURE_MISSING'))
  })

  test.each(['', [], ['', SECRET]])('throws a TypeError without a secret (%j)', async (secret) => {
    await expect(verifyWebhook({ body: BODY, headers: signed(BODY, { secret: '' }) }, { secret })).rejects.toThrow(TypeError)
  })
})
