import { PreviewLightningInput } from '@gateway/contract/lightning/portal-preview'
import { AlreadyPaid, InsufficientBalance, InvalidDestination, InvalidSats, LightningAway } from '@gateway/domain/lightning/errors'
import { defaultLightningLimits } from '@gateway/domain/lightning/limits'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { skipWaits } from '../../testing/test-skip-waits.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { previewSend } from '../portal/preview-send.ts'
import { carryOutSend } from './carry-out-send.ts'

let shop: LightningShop
let wallet: string
let count = 0
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(() => closeLightningShop(shop))
beforeEach(async () => {
  wallet = `w${++count}`
  shop.node.isAway = false
  await shop.enable(wallet)
})

const MINUTE_MS = 60_000
const balance = () => shop.balance(wallet)
const empty = { availableMsat: 0n, reservedMsat: 0n }
const transfers = async (id: string) => {
  const rows = await tables(shop.ctx.orm.em.fork()).selectFrom('transfer').select('kind').where('ref', '=', id).orderBy('at').execute()
  return rows.map(({ kind }) => kind)
}
const decisions = (id: string) =>
  tables(shop.ctx.orm.em.fork()).selectFrom('policy_decision').selectAll().where('intentId', '=', id).execute()
const failedAt = (createdAt: Date) => ({ kind: 'failed', reason: 'NO_ROUTE', createdAt }) as const
const ago = (ms: number): Date => new Date(shop.ctx.clock.now().getTime() - ms)
const liftPause = () =>
  tables(shop.ctx.orm.em.fork())
    .updateTable('pause')
    .set({ pausedAt: null, pausedBy: null, reason: null })
    .where('scope', '=', 'lightning')
    .execute()

describe('a send that the node settles', () => {
  test('takes the amount and the fee of the route, and gives back the rest of the reserve', async () => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash, preimage } = shop.node.foreign({ amountMsat: 1_000_999n })
    shop.node.outcomes.set(paymentHash, { kind: 'settled', preimage, amountMsat: 1_000_999n, feeMsat: 1_501n, settledAt: new Date(0) })
    const payment = await shop.send(wallet, paymentRequest)
    expect(payment).toMatchObject({ state: 'settled', preimage, amountMsat: 1_000_999n, reserveMsat: 10_010n, feeMsat: 1_501n })
    expect(await balance()).toEqual({ availableMsat: 2_000_000n - 1_000_999n - 1_501n, reservedMsat: 0n })
    expect(await shop.events(payment.id)).toEqual(['lightning.payment.settled'])
    expect(shop.node.sent.at(-1)).toMatchObject({ feeLimitMsat: 10_010n })
  })

  test('is judged by the policy once, with a decision of the role that sends', async () => {
    await shop.fund(wallet, 2_000)
    const { id } = await shop.send(wallet, shop.node.foreign().paymentRequest)
    expect(await decisions(id)).toMatchObject([{ role: 'lightning', rule: 'all', outcome: 'allow' }])
  })

  test('hands the node an amount only where the invoice has none', async () => {
    await shop.fund(wallet, 2_000)
    await shop.send(wallet, shop.node.foreign({ amountMsat: null }).paymentRequest, 7)
    expect(shop.node.sent.at(-1)).toMatchObject({ amountMsat: 7_000n })
    await shop.send(wallet, `  LIGHTNING:${shop.node.foreign().paymentRequest.toUpperCase()} `, 1_000)
    expect(shop.node.sent.at(-1)).not.toHaveProperty('amountMsat')
  })

  test('stays pending with an alarm when the preimage does not prove it', async () => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash } = shop.node.foreign()
    const lie = { kind: 'settled', preimage: '0'.repeat(64), amountMsat: 1_000_000n, feeMsat: 0n, settledAt: new Date(0) } as const
    shop.node.outcomes.set(paymentHash, { kind: 'unknown', reason: 'the stream broke' })
    const { id } = await shop.sendPending(wallet, paymentRequest)
    shop.node.outcomes.set(paymentHash, lie)
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'pending', preimage: null })
    expect(await balance()).toEqual({ availableMsat: 990_000n, reservedMsat: 1_010_000n })
    expect(shop.failures.join()).toContain('its preimage, amount or fee is wrong')
    shop.node.outcomes.set(paymentHash, failedAt(shop.ctx.clock.now()))
    await shop.workAfter(2 * MINUTE_MS)
  })
})

describe('a description that Postgres cannot store', () => {
  test.each(['Order\0 17', 'Order \ud800'])('is left out, and its invoice is read and paid: %j', async (description) => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest } = shop.node.foreign({ description })
    const wish = PreviewLightningInput.parse({ wallet_id: wallet, destination: paymentRequest })
    expect(await previewSend(shop.ctx, { actor: shop.actor, wish })).toMatchObject({ description: null })
    expect(await shop.send(wallet, paymentRequest)).toMatchObject({ state: 'settled', description: null })
  })
})

describe('a send that is proven to have failed', () => {
  test.each(['failed', 'refused'] as const)('as %s gives back everything, and its hash may be sent again', async (kind) => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash } = shop.node.foreign()
    shop.node.outcomes.set(paymentHash, { ...failedAt(shop.ctx.clock.now()), kind })
    const failed = await shop.send(wallet, paymentRequest)
    expect(failed).toMatchObject({ state: 'failed', feeMsat: 0n, preimage: null })
    expect(await balance()).toEqual({ availableMsat: 2_000_000n, reservedMsat: 0n })
    expect(await shop.events(failed.id)).toEqual([])
    shop.node.outcomes.delete(paymentHash)
    expect(await shop.send(wallet, paymentRequest)).toMatchObject({ state: 'settled' })
  })
})

describe('a failure that the node remembers of an earlier send of the hash', () => {
  /** A send that is called while the node does not get the call. */
  async function lostCall() {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash, preimage } = shop.node.foreign()
    shop.node.outcomes.set(paymentHash, { kind: 'unknown', reason: 'the stream broke' })
    const { id } = await shop.sendPending(wallet, paymentRequest)
    return { id, paymentRequest, paymentHash, preimage, calls: shop.node.sent.length }
  }

  test('does not end a later one, which the node is called for again', async () => {
    const { id, paymentHash, preimage, calls } = await lostCall()
    shop.node.outcomes.set(paymentHash, failedAt(ago(6_000)))
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'pending' })
    expect(await balance()).toEqual({ availableMsat: 990_000n, reservedMsat: 1_010_000n })
    expect(shop.node.sent.length).toBeGreaterThan(calls)
    shop.node.outcomes.set(paymentHash, { kind: 'settled', preimage, amountMsat: 1_000_000n, feeMsat: 0n, settledAt: new Date(0) })
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'settled' })
  })

  test('that was the proof of one does not end the next, however soon that is sent', async () => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash } = shop.node.foreign()
    const remembered = failedAt(shop.ctx.clock.now())
    shop.node.outcomes.set(paymentHash, remembered)
    expect(await shop.send(wallet, paymentRequest)).toMatchObject({ state: 'failed' })
    shop.node.outcomes.set(paymentHash, { kind: 'unknown', reason: 'the stream broke' })
    const { id } = await shop.sendPending(wallet, paymentRequest)
    shop.node.outcomes.set(paymentHash, remembered)
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'pending' })
    shop.node.outcomes.set(paymentHash, failedAt(shop.ctx.clock.now()))
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'failed' })
  })

  test('ends the send by a clock of the node that is a little behind', async () => {
    const { id, paymentHash } = await lostCall()
    shop.node.outcomes.set(paymentHash, failedAt(ago(4_000)))
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'failed' })
  })

  test('cannot be mistaken for that of a stopped process, which calls the node for 20 seconds at most', async () => {
    const { id, paymentHash, calls } = await lostCall()
    shop.node.outcomes.set(paymentHash, { kind: 'not_found' })
    shop.ctx.clock.advance(MINUTE_MS)
    const isPausedByFile = () => {
      shop.ctx.clock.advance(20_001)
      return false
    }
    await carryOutSend({ ...shop.payer, isPausedByFile }, { id })
    expect(shop.node.sent).toHaveLength(calls)
    expect(await shop.payment(id)).toMatchObject({ state: 'pending' })
    shop.node.outcomes.delete(paymentHash)
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'settled' })
  })
})

describe('the cap of a wallet and hour', () => {
  const capped = { ...defaultLightningLimits, walletHourSats: 2_020n }
  /** Sends of 1000 sats and their reserve of 10 that are booked while sends are paused. */
  async function booked(many: number) {
    await shop.fund(wallet, 1_010 * many)
    await pausePayouts(shop.ctx, { scope: 'lightning', reason: 'a test', by: 'test' })
    const ids: string[] = []
    const expiresAt = ago(-24 * 60 * MINUTE_MS)
    for (let made = 0; made < many; made++) ids.push((await shop.sendPending(wallet, shop.node.foreign({ expiresAt }).paymentRequest)).id)
    await liftPause()
    return ids
  }
  const payAll = async (ids: readonly string[]) => {
    await Promise.all(ids.map((id) => carryOutSend({ ...shop.payer, lightningLimits: capped }, { id })))
    const states = await Promise.all(ids.map((id) => shop.payment(id)))
    return states.filter(({ state }) => state === 'settled').length
  }

  test('lets two of twelve sends through that are begun at once', async () => {
    const ids = await booked(12)
    shop.ctx.clock.advance(MINUTE_MS)
    expect(await payAll(ids)).toBe(2)
    await shop.workAfter(2 * MINUTE_MS)
  })

  test('counts a send from the moment when the node was called for it, however long it was held before', async () => {
    const [first = '', second = '', third = ''] = await booked(3)
    shop.ctx.clock.advance(50 * MINUTE_MS)
    expect(await payAll([first, second])).toBe(2)
    shop.ctx.clock.advance(59 * MINUTE_MS)
    expect(await payAll([third])).toBe(0)
    shop.ctx.clock.advance(2 * MINUTE_MS)
    expect(await payAll([third])).toBe(1)
  })
})

describe('a send whose outcome is not known', () => {
  const kinds = [{ kind: 'unknown', reason: 'the stream broke' }, { kind: 'in_flight' }] as const
  test.each(kinds)('as $kind keeps its reservation, and is asked about until it ends', async (outcome) => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash, preimage } = shop.node.foreign()
    shop.node.outcomes.set(paymentHash, outcome)
    const calls = shop.node.sent.length
    const pending = await shop.sendPending(wallet, paymentRequest)
    expect(pending.state).toBe('pending')
    expect(await balance()).toEqual({ availableMsat: 990_000n, reservedMsat: 1_010_000n })
    await expect(shop.send(wallet, paymentRequest)).rejects.toEqual(new AlreadyPaid())
    await shop.workAfter(MINUTE_MS)
    expect(shop.node.sent.length - calls).toBe(1)
    shop.node.outcomes.set(paymentHash, { kind: 'settled', preimage, amountMsat: 1_000_000n, feeMsat: 10_000n, settledAt: new Date(0) })
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(pending.id)).toMatchObject({ state: 'settled', feeMsat: 10_000n })
    expect(await balance()).toEqual({ availableMsat: 990_000n, reservedMsat: 0n })
  })

  test('and that the node does not know is given to it again as it was, and never freed by that alone', async () => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest, paymentHash } = shop.node.foreign()
    shop.node.outcomes.set(paymentHash, { kind: 'not_found' })
    const pending = await shop.sendPending(wallet, paymentRequest)
    await shop.workAfter(MINUTE_MS)
    const calls = shop.node.sent.filter((send) => send.paymentRequest === paymentRequest)
    expect(calls.length).toBeGreaterThan(1)
    expect(
      new Set(calls.map((call) => JSON.stringify(call, (_name, value) => (typeof value === 'bigint' ? `${value}` : value)))).size,
    ).toBe(1)
    expect(await shop.payment(pending.id)).toMatchObject({ state: 'pending' })
    shop.node.outcomes.set(paymentHash, { kind: 'refused', reason: 'invoice expired' })
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(pending.id)).toMatchObject({ state: 'failed' })
    expect(await balance()).toEqual({ availableMsat: 2_000_000n, reservedMsat: 0n })
  })
})

describe('a send that is refused', () => {
  test('for a wallet that lacks a part of the reserve books nothing', async () => {
    await shop.fund(wallet, 1_009)
    await expect(shop.send(wallet, shop.node.foreign().paymentRequest)).rejects.toEqual(new InsufficientBalance())
    expect(await balance()).toEqual({ availableMsat: 1_009_000n, reservedMsat: 0n })
  })

  const cases = [
    ['an expired invoice', { expiresAt: new Date(0) }, undefined, InvalidDestination],
    ['another amount than that of the invoice', {}, 999, InvalidSats],
    ['no amount for an invoice that has none', { amountMsat: null }, undefined, InvalidSats],
  ] as const
  test.each(cases)('for %s books nothing', async (_name, ...[terms, sats, error]) => {
    await shop.fund(wallet, 2_000)
    await expect(shop.send(wallet, shop.node.foreign(terms).paymentRequest, sats)).rejects.toBeInstanceOf(error)
    expect(await balance()).toEqual({ availableMsat: 2_000_000n, reservedMsat: 0n })
  })

  test('for a text that is no destination asks no node', async () => {
    for (const text of ['hello', 'lnurl1dp68gurn8ghj7', 'a@b@c', 'lnbcrt1Qq', 'ann @shop.example'])
      await expect(shop.send(wallet, text)).rejects.toBeInstanceOf(InvalidDestination)
    await expect(shop.send(wallet, 'ann@shop.example')).rejects.toBeInstanceOf(InvalidSats)
  })

  test('because the node is away is withdrawn after ten seconds, and nothing happens later', async () => {
    await shop.fund(wallet, 2_000)
    const { paymentRequest } = shop.node.foreign()
    shop.node.isAway = true
    skipWaits(shop)
    await expect(shop.send(wallet, paymentRequest)).rejects.toBeInstanceOf(LightningAway)
    shop.node.isAway = false
    await shop.workAfter(5 * MINUTE_MS)
    expect(await balance()).toEqual({ availableMsat: 2_000_000n, reservedMsat: 0n })
  })
})

describe('a send to an invoice of this service', () => {
  let payee: string
  beforeEach(async () => {
    payee = `p${count}`
    await shop.enable(payee)
  })

  test('is one transfer without a fee, and both sides are settled with one preimage', async () => {
    await shop.fund(wallet, 1_000)
    const invoice = await shop.invoice(payee, 1_000)
    const paid = await shop.send(wallet, invoice.paymentRequest)
    expect(paid).toMatchObject({ state: 'settled', isInternal: true, feeMsat: 0n, reserveMsat: 0n, amountMsat: 1_000_000n })
    const received = await shop.payment(invoice.id)
    expect(received).toMatchObject({ state: 'settled', preimage: paid.preimage, amountMsat: 1_000_000n })
    expect(await balance()).toEqual(empty)
    expect(await shop.balance(payee)).toEqual({ availableMsat: 1_000_000n, reservedMsat: 0n })
    expect(await transfers(paid.id)).toEqual(['ln_internal'])
    expect(await decisions(paid.id)).toMatchObject([{ role: 'lightning', rule: 'all', outcome: 'allow' }])
    expect([await shop.events(paid.id), await shop.events(invoice.id)]).toEqual([
      ['lightning.payment.settled'],
      ['lightning.payment.settled'],
    ])
  })

  test('is refused while somebody outside is paying it, and the invoice is credited once', async () => {
    await shop.fund(wallet, 1_000)
    const invoice = await shop.invoice(payee, 1_000)
    shop.node.set(invoice.paymentHash, 'accepted')
    await expect(shop.send(wallet, invoice.paymentRequest)).rejects.toEqual(new AlreadyPaid())
    shop.node.payFromOutside(invoice.paymentHash)
    await shop.workAfter(MINUTE_MS)
    expect(await shop.balance(payee)).toEqual({ availableMsat: 1_000_000n, reservedMsat: 0n })
    expect(await balance()).toEqual({ availableMsat: 1_000_000n, reservedMsat: 0n })
  })

  test('is refused for the wallet that would receive it, for one that was paid, and for one with too little', async () => {
    await shop.fund(wallet, 1_000)
    const own = await shop.invoice(wallet, 10)
    await expect(shop.send(wallet, own.paymentRequest)).rejects.toEqual(new InvalidDestination('is an invoice of the same wallet'))
    const dear = await shop.invoice(payee, 1_001)
    await expect(shop.send(wallet, dear.paymentRequest)).rejects.toEqual(new InsufficientBalance())
    const invoice = await shop.invoice(payee, 10)
    await shop.send(wallet, invoice.paymentRequest)
    await expect(shop.send(wallet, invoice.paymentRequest)).rejects.toEqual(new AlreadyPaid())
    expect(await shop.payment(dear.id)).toMatchObject({ state: 'pending' })
  })

  test.each([1_000n, 1_000_000n])('is none when somebody else has signed it for the hash, with %s msat', async (amountMsat) => {
    await shop.fund(wallet, 1_000)
    const invoice = await shop.invoice(payee, 1_000)
    const forged = shop.node.forge(invoice.paymentHash, { amountMsat })
    const calls = shop.node.sent.length
    await expect(shop.send(wallet, forged)).rejects.toBeInstanceOf(InvalidDestination)
    expect(await shop.payment(invoice.id)).toMatchObject({ state: 'pending', preimage: null, amountMsat: 1_000_000n })
    expect([await balance(), await shop.balance(payee), shop.node.sent.length]).toEqual([
      { availableMsat: 1_000_000n, reservedMsat: 0n },
      empty,
      calls,
    ])
    expect(await shop.send(wallet, invoice.paymentRequest.toUpperCase())).toMatchObject({ state: 'settled', isInternal: true })
  })

  test('moves nothing while its booked amount is not that of the invoice', async () => {
    await shop.fund(wallet, 1_000)
    const invoice = await shop.invoice(payee, 1_000)
    await pausePayouts(shop.ctx, { scope: 'lightning', reason: 'a test', by: 'test' })
    const { id } = await shop.sendPending(wallet, invoice.paymentRequest)
    const book = (amountMsat: bigint) =>
      tables(shop.ctx.orm.em.fork()).updateTable('lightning_payment').set({ amountMsat }).where('id', '=', id).execute()
    await book(1_000n)
    await liftPause()
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(invoice.id)).toMatchObject({ state: 'pending', preimage: null, amountMsat: 1_000_000n })
    expect(await shop.payment(id)).toMatchObject({ state: 'pending', preimage: null })
    expect(await shop.balance(payee)).toEqual(empty)
    expect(shop.failures.join()).toContain(`the send ${id} has another amount than its invoice`)
    await book(1_000_000n)
    await shop.workAfter(2 * MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'settled' })
  })

  test('waits while sends are paused, as one outside does, and is paid once the pause is lifted', async () => {
    await shop.fund(wallet, 1_000)
    const invoice = await shop.invoice(payee, 10)
    await pausePayouts(shop.ctx, { scope: 'lightning', reason: 'a test', by: 'test' })
    const { id } = await shop.sendPending(wallet, invoice.paymentRequest)
    const outside = await shop.sendPending(wallet, shop.node.foreign({ amountMsat: 100_000n }).paymentRequest)
    await shop.workAfter(MINUTE_MS)
    expect([await shop.payment(id), await shop.payment(outside.id)]).toMatchObject([{ state: 'pending' }, { state: 'pending' }])
    await liftPause()
    await shop.workAfter(MINUTE_MS)
    expect([await shop.payment(id), await shop.payment(outside.id)]).toMatchObject([{ state: 'settled' }, { state: 'settled' }])
  })

  test('and that waits keeps its money from every later send, which is refused before its invoice is cancelled', async () => {
    await shop.fund(wallet, 1_000)
    const [first, second] = [await shop.invoice(payee, 600), await shop.invoice(payee, 600)]
    await pausePayouts(shop.ctx, { scope: 'lightning', reason: 'a test', by: 'test' })
    const { id } = await shop.sendPending(wallet, first.paymentRequest)
    expect(await balance()).toEqual({ availableMsat: 400_000n, reservedMsat: 600_000n })
    await expect(shop.send(wallet, second.paymentRequest)).rejects.toEqual(new InsufficientBalance())
    const outside = shop.node.foreign({ amountMsat: 391_000n })
    await expect(shop.send(wallet, outside.paymentRequest)).rejects.toEqual(new InsufficientBalance())
    const rest = await shop.sendPending(wallet, shop.node.foreign({ amountMsat: 390_000n }).paymentRequest)
    await liftPause()
    await shop.workAfter(MINUTE_MS)
    expect([await shop.payment(id), await shop.payment(rest.id), await shop.payment(second.id)]).toMatchObject([
      { state: 'settled' },
      { state: 'settled' },
      { state: 'pending' },
    ])
    expect(await balance()).toEqual({ availableMsat: 10_000n, reservedMsat: 0n })
  })

  test('of which a hundred are begun at once is carried out once', { timeout: 60_000 }, async () => {
    await shop.fund(wallet, 1_000)
    const invoice = await shop.invoice(payee, 10)
    const begun = await Promise.allSettled(Array.from({ length: 100 }, () => shop.send(wallet, invoice.paymentRequest)))
    const paid = begun.filter(({ status }) => status === 'fulfilled')
    const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(paid).toHaveLength(1)
    expect(refused.every((reason) => reason instanceof AlreadyPaid)).toBe(true)
    expect(await shop.balance(payee)).toEqual({ availableMsat: 10_000n, reservedMsat: 0n })
  })
})
