import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import {
  cancelLightningInvoice,
  lightningInvoice,
  newHoldInvoice,
  newLightningInvoice,
  settleHoldInvoice,
  type WalletInvoice,
} from '@gateway/devnet/lightning/lightning-wallet'
import { hasActiveChannel } from '@gateway/devnet/lightning/open-channel'
import { startLndProxy } from '@gateway/devnet/lightning/lnd-proxy'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidPaymentRequest, LightningUnavailable } from './errors.ts'
import { macaroonOf, openTestLightning, type TestLightning } from './test-lightning.ts'

let lightning: TestLightning
const limits = { feeLimitMsat: 10_000n, timeoutSeconds: 10 }
const isHeld = (invoice: WalletInvoice) => lightning && lightningInvoice(lightning.other, invoice).then(({ state }) => state)

/** On the main network: "please send 0.0025 BTC for a cup of nonsense" of BOLT 11. */
const OF_ANOTHER_NETWORK =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp'

beforeAll(async () => void (lightning = await openTestLightning()), LONGEST_BUILD_MS)
afterAll(() => lightning?.stop())

// `expect` of the test itself knows which one polls. Each has invoices of its own, and most of them wait for a node: those that wait the longest begin first.
describe.concurrent('the paying side of a Lightning node', () => {
  test('A node that breaks off, is silent, answers late or lies never makes a payment count as failed or paid', async ({ expect }) => {
    const proxy = await startLndProxy(lightning.gateway, lightning.folder)
    const pay = lightning.payNodeWith({ socket: proxy.socket, certificate: readFileSync(proxy.certificateFile) })
    const next = () => newLightningInvoice(lightning.other, { msat: 5_000n })

    proxy.behave((path) => (path.endsWith('SendPaymentV2') ? 'cut' : undefined))
    const cut = await next()
    expect(await pay.send({ ...cut, ...limits })).toMatchObject({ kind: 'unknown' })
    await expect.poll(() => pay.track(cut.paymentHash)).toMatchObject({ kind: 'settled' })

    proxy.behave(() => 'silence')
    const unheard = await next()
    expect(await pay.send({ ...unheard, ...limits, timeoutSeconds: 1 })).toMatchObject({ kind: 'unknown' })
    expect(await pay.track(unheard.paymentHash)).toMatchObject({ kind: 'unknown' })

    // A refusal of the send alone proves nothing where the look-up does not confirm it.
    const refusal = { code: 2, message: 'invoice expired' }
    proxy.behave((path) => (path.endsWith('SendPaymentV2') ? refusal : { code: 14, message: 'away' }))
    expect(await pay.send({ ...unheard, ...limits })).toMatchObject({ kind: 'unknown' })
    // Nor does a missing record beside "already paid".
    proxy.behave((path) => (path.endsWith('SendPaymentV2') ? { code: 6, message: 'invoice is already paid' } : undefined))
    expect(await pay.send({ ...unheard, ...limits })).toMatchObject({ kind: 'unknown' })

    const preimage = (await lightning.pay.track(cut.paymentHash)) as { preimage: string }
    const otherPreimage = Buffer.from('00'.repeat(32))
    proxy.behave(() => ({
      alter: (message) => {
        const at = message.indexOf(preimage.preimage)
        return at < 0 ? message : Buffer.concat([message.subarray(0, at), otherPreimage, message.subarray(at + 64)])
      },
    }))
    expect(await pay.track(cut.paymentHash)).toMatchObject({ kind: 'unknown' })

    proxy.behave('away')
    expect(await pay.send({ ...unheard, ...limits })).toMatchObject({ kind: 'unknown' })
    proxy.behave('honest')
    await expect.poll(() => pay.send({ ...unheard, ...limits })).toMatchObject({ kind: 'settled' })
    await proxy.stop()
  })

  test('What the node refuses before it records anything is proven not paid', async ({ expect }) => {
    const { gateway, other, pay } = lightning
    const own = await newLightningInvoice(gateway, { msat: 2_000n })
    expect(await pay.send({ ...own, ...limits })).toMatchObject({ kind: 'refused' })
    const expired = await newLightningInvoice(other, { msat: 2_000n, expirySeconds: 1 })
    await expect.poll(async () => (await pay.decode(expired.paymentRequest)).expiresAt.getTime() < Date.now() - 1_000).toBe(true)
    expect(await pay.send({ ...expired, ...limits })).toMatchObject({ kind: 'refused' })
    expect(await pay.track(expired.paymentHash)).toEqual({ kind: 'not_found' })
  })

  test('A payment that its payee holds beyond the timeout is in flight until it is settled', async ({ expect }) => {
    const { other, pay } = lightning
    const held = await newHoldInvoice(other, { msat: 4_000n })
    expect(await pay.send({ ...held, ...limits, timeoutSeconds: 1 })).toEqual({ kind: 'in_flight' })
    expect(await pay.send({ ...held, ...limits, timeoutSeconds: 1 })).toEqual({ kind: 'in_flight' })
    expect(await pay.track(held.paymentHash)).toEqual({ kind: 'in_flight' })
    await settleHoldInvoice(other, held)
    await expect.poll(() => pay.track(held.paymentHash)).toMatchObject({ kind: 'settled', preimage: held.preimage })
  })

  test('An invoice is paid once: a repeat finds the payment by the code of the refusal', async ({ expect }) => {
    const { other, pay } = lightning
    const invoice = await newLightningInvoice(other, { msat: 1_500_999n })
    const first = await pay.send({ ...invoice, ...limits })
    expect(first).toMatchObject({ kind: 'settled', amountMsat: 1_500_999n, feeMsat: 0n, settledAt: expect.any(Date) })
    expect(await pay.send({ ...invoice, ...limits })).toEqual(first)
    expect(await pay.track(invoice.paymentHash)).toEqual(first)
    expect(await lightningInvoice(other, invoice)).toEqual({ state: 'SETTLED', paidMsat: 1_500_999n })
  })

  test('Three simultaneous sends of one hash pay once, and none of them is told that it failed', async ({ expect }) => {
    const { other, pay } = lightning
    const invoice = await newLightningInvoice(other, { msat: 3_000n })
    const outcomes = await Promise.all([1, 2, 3].map(() => pay.send({ ...invoice, ...limits })))
    expect(outcomes.filter(({ kind }) => kind === 'failed' || kind === 'refused')).toEqual([])
    expect(outcomes.some(({ kind }) => kind === 'settled')).toBe(true)
    expect(await pay.track(invoice.paymentHash)).toMatchObject({ kind: 'settled', amountMsat: 3_000n })
    expect(await lightningInvoice(other, invoice)).toEqual({ state: 'SETTLED', paidMsat: 3_000n })
  })

  test('A payment that was given back has failed, and nothing of it is in flight', async ({ expect }) => {
    const { other, pay } = lightning
    const held = await newHoldInvoice(other, { msat: 4_000n })
    const sending = pay.send({ ...held, ...limits })
    await expect.poll(() => isHeld(held)).toBe('ACCEPTED')
    await cancelLightningInvoice(other, held)
    expect(await sending).toMatchObject({ kind: 'failed' })
    expect(await pay.track(held.paymentHash)).toMatchObject({ kind: 'failed' })
  })

  test('An invoice without an amount takes one, and one with an amount refuses even the same', async ({ expect }) => {
    const { other, pay } = lightning
    const open = await newLightningInvoice(other, {})
    expect((await pay.decode(open.paymentRequest)).amountMsat).toBeNull()
    expect(await pay.send({ ...open, ...limits })).toMatchObject({ kind: 'refused' })
    expect(await pay.send({ ...open, ...limits, amountMsat: 2_345n })).toMatchObject({ kind: 'settled', amountMsat: 2_345n })
    const fixed = await newLightningInvoice(other, { msat: 2_000n })
    expect(await pay.send({ ...fixed, ...limits, amountMsat: 2_000n })).toMatchObject({ kind: 'refused' })
    expect(await pay.track(fixed.paymentHash)).toEqual({ kind: 'not_found' })
  })

  test('An invoice below one satoshi is issued, its payment fails, and what is refused of it later is proven not paid', async ({
    expect,
  }) => {
    const { other, pay } = lightning
    const small = await newLightningInvoice(other, { msat: 999n })
    expect((await pay.decode(small.paymentRequest)).amountMsat).toBe(999n)
    const failed = await pay.send({ ...small, ...limits })
    expect(failed).toMatchObject({ kind: 'failed', createdAt: expect.any(Date) })
    expect(await pay.send({ ...small, ...limits, amountMsat: 999n })).toMatchObject({ kind: 'refused' })
    expect(await pay.track(small.paymentHash)).toEqual(failed)
  })

  test('Texts that are no invoice of this network are refused in our words', async ({ expect }) => {
    const { other, pay } = lightning
    const { paymentRequest } = await newLightningInvoice(other, { msat: 2_000n })
    expect((await pay.decode(paymentRequest.toUpperCase())).amountMsat).toBe(2_000n)
    const refused = async (text: string) => {
      const refusal = await pay.decode(text).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(InvalidPaymentRequest)
      return String(refusal)
    }
    expect(await refused(OF_ANOTHER_NETWORK)).toContain('another network')
    expect(await refused(`lightning:${paymentRequest}`)).toContain('checksum')
    expect(await refused(`${paymentRequest.slice(0, -1)}${paymentRequest.endsWith('q') ? 'p' : 'q'}`)).toContain('checksum')
    for (const text of ['', 'hello', 'ann@example.com']) await refused(text)
  })

  test('The paying macaroon can pay and look at payments, and nothing else; a wrong one proves nothing', async ({ expect }) => {
    const { other, payNodeWith, macaroons } = lightning
    const invoice = await newLightningInvoice(other, { msat: 2_000n })
    const reader = payNodeWith({ macaroon: macaroonOf(macaroons.figures) })
    expect(await reader.send({ ...invoice, ...limits })).toMatchObject({ kind: 'unknown' })
    const stranger = payNodeWith({ macaroon: randomBytes(32) })
    expect(await stranger.send({ ...invoice, ...limits })).toMatchObject({ kind: 'unknown' })
    expect(await stranger.track(invoice.paymentHash)).toMatchObject({ kind: 'unknown' })
    await expect(stranger.decode(invoice.paymentRequest)).rejects.toThrow(LightningUnavailable)
  })
})

describe('the paying side of a Lightning node that is killed, or whose payee is', () => {
  test('A payee that is away makes the payment fail for a reason that is none', async () => {
    const { pay } = lightning
    const invoice = await newLightningInvoice(lightning.other, { msat: 2_000n })
    await lightning.kill('other')
    await expect.poll(() => hasActiveChannel(lightning.gateway)).toBe(false)
    expect(await pay.send({ ...invoice, ...limits })).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/INSUFFICIENT_BALANCE|NO_ROUTE/),
    })
    await lightning.restart('other')
  })

  test('A payment in flight while its node is killed is unknown, and found with its end after the restart', async () => {
    const { pay } = lightning
    const held = await newHoldInvoice(lightning.other, { msat: 6_000n })
    const sending = pay.send({ ...held, ...limits, timeoutSeconds: 60 })
    await expect.poll(() => isHeld(held)).toBe('ACCEPTED')
    await lightning.kill('gateway')
    expect(await sending).toMatchObject({ kind: 'unknown' })
    expect(await pay.track(held.paymentHash)).toMatchObject({ kind: 'unknown' })
    await lightning.restart('gateway')
    await expect.poll(() => pay.track(held.paymentHash)).toEqual({ kind: 'in_flight' })
    await settleHoldInvoice(lightning.other, held)
    await expect.poll(() => pay.track(held.paymentHash)).toMatchObject({ kind: 'settled', preimage: held.preimage })
  })
})
