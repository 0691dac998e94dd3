import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { refundOwners } from '../../jobs/refund-owners.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { HELD, HOLD_HOURS, PAYER, refundsOf, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { cancelRefund } from './cancel-refund.ts'
import { getRefund } from './get-refund.ts'
import { planRefunds } from './plan-refunds.ts'
import { reviewRefund } from './review-refund.ts'
import { signDue } from '../../testing/sign-forward.ts'

const HOUR_MS = 60 * 60_000
/** The estimated network fee of one deposit at the price of these tests, in satoshis. */
const FEE = 330n

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { failed, offer, claim, pass, priceSpace, mined } = refundsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const read = (token: string) => getRefund(shop.ctx, refundOwners, { token })
const underpaid = (units = HELD) => underpaidPayment(shop, btc, units)

async function offered(units = HELD): Promise<{ payment: Payment; token: string }> {
  const payment = await underpaid(units)
  await priceSpace()
  return { payment, token: (await offer(payment)).token }
}

async function claimedBy(units = HELD): Promise<{ payment: Payment; token: string }> {
  const { payment, token } = await offered(units)
  await claim(token)
  await pinRefunds(shop.signer)
  return { payment, token }
}

describe('a refund as its payer sees it', () => {
  test('shows the merchant, the held amount before the network fee, and until when an address can be named', async () => {
    const { payment, token } = await offered()
    const [row] = await db().selectFrom('refund').select('offerEndsAt').execute()
    expect(await read(token)).toEqual({
      state: 'offered',
      reference: payment.id,
      businessName: 'Shop',
      description: null,
      mode: 'live',
      asset: 'BTC',
      network: 'regtest',
      reason: 'underpaid',
      units: HELD,
      networkFeeUnits: FEE,
      isWorthSending: true,
      offerEndsAt: row?.offerEndsAt,
      address: null,
      payableAt: null,
      delay: null,
      payout: null,
    })
  })

  test('changes nothing, however often its link is opened', async () => {
    const { token } = await offered()
    const before = await db().selectFrom('refund').selectAll().execute()
    await Promise.all([read(token), read(token), reviewRefund(shop.ctx, refundOwners, { token, address: PAYER })])
    expect(await db().selectFrom('refund').selectAll().execute()).toEqual(before)
    expect(await db().selectFrom('payout_terms').select('id').where('subject', '=', 'refund').execute()).toEqual([])
  })

  test('says that the full amount arrived after the window', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    shop.ctx.clock.advance(31 * 24 * HOUR_MS)
    await db().updateTable('chain_cursor').set({ knownUntil: shop.ctx.clock.now() }).execute()
    await expirePayment(shop.ctx, { paymentId: payment.id })
    await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 5 })], at: shop.ctx.clock.now() })
    expect(await read((await offer(payment)).token)).toMatchObject({ reason: 'late', units: payment.dueUnits })
  })

  test('says that the payment failed', async () => {
    const payment = await failed()
    await btc.mine({ transfers: [output(payment.address, HELD, { tx: 2 })], at: shop.ctx.clock.now() })
    expect(await read((await offer(payment)).token)).toMatchObject({ state: 'offered', reason: 'failed', units: HELD })
  })

  test('sums several deposits and leaves out dust that costs more than it is worth', async () => {
    const { payment, token } = await offered()
    const later = [output(payment.address, 20_000n, { tx: 2 }), output(payment.address, 10n, { tx: 3 })]
    await btc.mine({ transfers: later, at: shop.ctx.clock.now() })
    expect(await read(token)).toMatchObject({ units: HELD + 20_000n })
  })

  test('shows an amount of nothing while a reorg has taken the deposit out of the chain', async () => {
    const { token } = await offered()
    await btc.rollBack(1)
    expect(await read(token)).toMatchObject({ state: 'offered', units: 0n, isWorthSending: true })
  })

  test('says that nothing would remain while the network fee is above the amount, and still shows the amount', async () => {
    const { token } = await offered(1_000n)
    await priceSpace(20_000n)
    expect(await read(token)).toMatchObject({ units: 1_000n, isWorthSending: false })
    await priceSpace(1_000n)
    expect(await read(token)).toMatchObject({ units: 1_000n, isWorthSending: true })
  })

  test('shows no network fee without an estimate', async () => {
    const { token } = await offered()
    await db()
      .updateTable('chain_cursor')
      .set({ fees: sql`NULL`, feesAt: sql`NULL` })
      .execute()
    expect(await read(token)).toMatchObject({ networkFeeUnits: null, isWorthSending: true })
  })
})

describe('a claimed refund as its payer sees it', () => {
  test('shows the address and the earliest payout', async () => {
    const { token } = await claimedBy()
    const payableAt = new Date(shop.ctx.clock.now().getTime() + HOLD_HOURS * HOUR_MS)
    expect(await read(token)).toMatchObject({ state: 'claimed', address: PAYER, payableAt, delay: null, payout: null })
  })

  test('shows the later end of the hold when the signer counts a longer one', async () => {
    const { token } = await offered()
    await claim(token)
    await pinRefunds({ ...shop.signer, returnHoldMs: 72 * HOUR_MS })
    expect((await read(token)).payableAt).toEqual(new Date(shop.ctx.clock.now().getTime() + 72 * HOUR_MS))
  })

  test('stays readable after the link’s last day, because it was used in time', async () => {
    const { token } = await claimedBy()
    await pass(31 * 24)
    expect(await read(token)).toMatchObject({ state: 'claimed' })
  })

  test('says after its hold that the network fee is too high', async () => {
    const { token } = await claimedBy(1_000n)
    await pass()
    await priceSpace(20_000n)
    await planRefunds(shop.ctx)
    expect(await read(token)).toMatchObject({ state: 'claimed', delay: 'network_fee', units: 1_000n })
  })

  test('says after its hold that it is being checked while payouts are paused, and not why', async () => {
    const { token } = await claimedBy()
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'who is that payer?', by: 'operator:anna' })
    await pass()
    await planRefunds(shop.ctx)
    expect(await read(token)).toMatchObject({ delay: 'check' })
    expect(JSON.stringify(Object.values(await read(token)), (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      'payer?',
    )
  })

  test('shows its amount while its payout is planned and signed, and its transaction once that is broadcast', async () => {
    const { token } = await claimedBy()
    await pass()
    await planRefunds(shop.ctx)
    expect(await read(token)).toMatchObject({ state: 'paying', units: HELD, networkFeeUnits: FEE, payout: null })
    await signDue(shop.signer)
    expect(await read(token)).toMatchObject({ state: 'paying', units: HELD, payout: null })
    await btc.send()
    const [attempt] = await attemptsOf(shop.ctx)
    const payout = { txId: attempt?.handle, explorerUrl: null }
    expect(await read(token)).toMatchObject({ state: 'paying', units: HELD, networkFeeUnits: attempt?.feeUnits, payout })
    await mined()
    expect(await read(token)).toMatchObject({ state: 'returned', units: HELD, networkFeeUnits: attempt?.feeUnits, payout })
  })
})

describe('a link that shows nothing', () => {
  test('answers alike when it is unknown, expired, replaced or withdrawn', async () => {
    const unknown = { code: 'NOT_FOUND', message: 'No such return' }
    const { payment, token } = await offered()
    const { token: second } = await offer(payment)
    await expect(read('ret_nothing')).rejects.toMatchObject(unknown)
    await expect(read('')).rejects.toMatchObject(unknown)
    await expect(read(token)).rejects.toMatchObject(unknown)
    await claim(second)
    await cancelRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
    await expect(read(second)).rejects.toMatchObject(unknown)
    const { token: third, endsAt } = await offer(payment)
    await read(third)
    shop.ctx.clock.advance(endsAt.getTime() - shop.ctx.clock.now().getTime())
    await expect(read(third)).rejects.toMatchObject(unknown)
    await expect(reviewRefund(shop.ctx, refundOwners, { token: third, address: PAYER })).rejects.toMatchObject(unknown)
  })

  test('answers like an unknown one once the payment was accepted', async () => {
    const { payment, token } = await claimedBy()
    await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:ben' })
    await expect(read(token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a payment that completes while its refund is offered', () => {
  test('overtakes the refund: its payer is told, and no address can be named', async () => {
    const { payment, token } = await offered()
    await btc.mine({ transfers: [output(payment.address, 60_000n, { tx: 2 })], at: shop.ctx.clock.now() })
    expect(await read(token)).toMatchObject({ state: 'overtaken', businessName: 'Shop' })
    await expect(reviewRefund(shop.ctx, refundOwners, { token, address: PAYER })).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(claim(token)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })
})

describe('an address under review', () => {
  test('comes back in its canonical spelling', async () => {
    const { token } = await offered()
    expect(await reviewRefund(shop.ctx, refundOwners, { token, address: PAYER.toUpperCase() })).toMatchObject({
      address: PAYER,
      refund: { state: 'offered' },
    })
  })

  test.each([
    ['a typing mistake', `${PAYER.slice(0, -1)}x`, 'malformed'],
    ['no address', 'hello', 'malformed'],
    ['an address of another network', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'other_network'],
  ])('an address under review is refused with the kind of fault: %s', async (_, address, fault) => {
    const { token } = await offered()
    await expect(reviewRefund(shop.ctx, refundOwners, { token, address })).rejects.toMatchObject({ code: 'INVALID_ADDRESS', fault })
  })

  test('an address under review is refused when it is a deposit address of the gateway', async () => {
    const { payment, token } = await offered()
    for (const address of [payment.address, wallets.platform.BTC])
      await expect(reviewRefund(shop.ctx, refundOwners, { token, address })).rejects.toMatchObject({ fault: 'own_address' })
  })

  test('an address under review is refused once an address was claimed, the same one too', async () => {
    const { token } = await claimedBy()
    await expect(reviewRefund(shop.ctx, refundOwners, { token, address: PAYER })).rejects.toMatchObject({
      code: 'INVALID_STATE',
      details: { current: 'claimed' },
    })
  })
})
