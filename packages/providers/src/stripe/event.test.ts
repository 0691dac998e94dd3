import fc from 'fast-check'
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { readEvent } from './event.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const secrets = ['whsec_platform', 'whsec_connect', 'whsec_rolled']
const snapshot = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'charge.refunded',
  account: 'acct_1',
  livemode: false,
  data: { object: { object: 'charge', id: 'ch_1', receipt_email: 'lena@hoffmann.example' } },
})

const signed = (payload: string, { secret = 'whsec_platform', at = now }: { secret?: string; at?: Date } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at.getTime() / 1_000 })
const read = (payload: string, header: string | undefined = signed(payload)) => readEvent(Buffer.from(payload), header, { secrets, now })
const seconds = (offset: number): Date => new Date(now.getTime() + offset * 1_000)

describe('an event of the processor', () => {
  test.each(secrets)('is read when %s has signed it', (secret) => {
    expect(read(snapshot, signed(snapshot, { secret }))).toEqual({
      id: 'evt_1',
      kind: 'snapshot',
      type: 'charge.refunded',
      account: 'acct_1',
      isLive: false,
      objectType: 'charge',
      objectId: 'ch_1',
    })
  })

  test('is read with several signatures, of which one is right', () => {
    expect(read(snapshot, `${signed(snapshot)},v1=${'0'.repeat(64)},v0=${'1'.repeat(64)}`)?.id).toBe('evt_1')
  })

  test.each([
    ['another secret', signed(snapshot, { secret: 'whsec_other' })],
    ['a signature of another body', signed(`${snapshot} `)],
    ['no signature', 't=1796000000'],
    ['a signature of the old scheme alone', signed(snapshot).replace('v1=', 'v0=')],
    ['an empty header', ''],
    ['a time that is no number', signed(snapshot).replace(/t=\d+/, 't=now')],
  ])('is refused with %s', (_, header) => {
    expect(read(snapshot, header)).toBeUndefined()
  })

  test('is refused without a header, and by a blank secret', () => {
    expect(readEvent(Buffer.from(snapshot), undefined, { secrets, now })).toBeUndefined()
    const header = signed(snapshot, { secret: ' ' })
    expect(readEvent(Buffer.from(snapshot), header, { secrets: [' '], now })).toBeUndefined()
  })

  test.each([
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
  ])('that is signed %i seconds from now is accepted: %s', (offset, isAccepted) => {
    expect(read(snapshot, signed(snapshot, { at: seconds(offset) })) !== undefined).toBe(isAccepted)
  })

  test('is refused after any one bit of its body has changed', () => {
    const body = Buffer.from(snapshot)
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const changed = Buffer.from(body)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(readEvent(changed, signed(snapshot), { secrets, now })).toBeUndefined()
      }),
    )
  })

  test('of the second interface is recorded without an effect', () => {
    const thin = JSON.stringify({
      id: 'evt_2',
      object: 'v2.core.event',
      type: 'v2.core.account.updated',
      livemode: true,
      related_object: { id: 'acct_1' },
    })
    expect(read(thin)).toEqual({
      id: 'evt_2',
      kind: 'thin',
      type: 'v2.core.account.updated',
      account: null,
      isLive: true,
      objectType: null,
      objectId: null,
    })
  })

  test('of an unexpected shape is recorded, and a body that names no event is not', () => {
    expect(read(JSON.stringify({ id: 'evt_3', object: 'event', data: null }))).toMatchObject({
      id: 'evt_3',
      kind: 'other',
      type: 'unknown',
    })
    for (const body of ['[]', '"evt"', '{', 'null', '{"id":7}']) expect(read(body)).toBeUndefined()
  })
})
