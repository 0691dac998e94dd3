import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { bumpStuckAttempts } from '../../custody/fee-bumping/bump-stuck-attempts.ts'
import { refundOwners } from '../../jobs/refund-owners.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { HELD, HOLD_HOURS, PAYER, refundsOf, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { claimRefund } from './claim-refund.ts'
import type { Decider } from '../authorize-decision.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { forwardHeld } from '../held/forward-held.ts'
import { listHeld } from '../held/list-held.ts'
import { planRefunds } from './plan-refunds.ts'
import { signDue, signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'
import { cancelRefund } from './cancel-refund.ts'

const HOUR_MS = 60 * 60_000
const TYPO = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { failed, offer, claim, claimed, pass, priceSpace, sendBack, mined } = refundsOf(() => ({ shop, btc }))

const db = () => tables(shop.ctx.orm.em.fork())
const withdraw = (payment: Payment, by: Decider = 'operator:anna') => cancelRefund(shop.ctx, { paymentId: payment.id, by })
const returns = () => db().selectFrom('refund').selectAll().orderBy('offeredAt').orderBy('id').execute()
const legs = () => db().selectFrom('spend_intent').select(['purpose', 'ref', 'state', 'units', 'holdReason']).orderBy('createdAt').execute()
const audit = async () =>
  (await db().selectFrom('audit_entry').select(['actor', 'action']).where('action', '!=', 'api_key.create').orderBy('at').execute()).map(
    ({ actor, action }) => `${actor} ${action}`,
  )
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })
/** The held funds of a payment in no round. */
const untaken = async (payment: Payment) =>
  (await listHeld(shop.ctx)).filter((row) => row.payment === payment.id && row.reason !== 'waits_for_the_signer')

const underpaid = (units = HELD) => underpaidPayment(shop, btc, units)

describe('held funds', () => {
  test('a refund pays them once to the payer’s address, less the network fee', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    await sendBack()
    const [attempt] = await attemptsOf(shop.ctx)
    const fee = attempt?.feeUnits ?? 0n
    expect(fee).toBeGreaterThan(0n)
    expect(Buffer.from(attempt?.raw ?? '').toString('hex')).toContain(
      (HELD - fee).toString(16).padStart(16, '0').match(/../g)?.toReversed().join(''),
    )
    expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -HELD })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', refundedUnits: 0n, returningUnits: HELD })
    await mined()
    expect(await shop.read(payment.id)).toMatchObject({
      state: 'expired',
      refundedUnits: HELD,
      receivedUnits: HELD,
      feeUnits: null,
      forwardTxId: null,
    })
    expect((await shop.events(payment.id)).slice(-4)).toEqual(['payment.expired', 'payment.updated', 'payment.updated', 'payment.refunded'])
    expect(await shop.book()).toEqual({})
    expect(await returns()).toMatchObject([{ state: 'returned', address: PAYER }])
    await sendBack()
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    expect(await audit()).toEqual(['operator:anna return.offer', 'payer return.claim', 'signer return.pin'])
  })

  test('an operator who claims for a payer is named in the audit log', async () => {
    const payment = await underpaid()
    const { token } = await offer(payment)
    await claimRefund(shop.ctx, refundOwners, { token, address: PAYER, holdHours: HOLD_HOURS, by: 'operator:ben' })
    expect(await audit()).toEqual(['operator:anna return.offer', 'operator:ben return.claim'])
  })

  test('deposits of a failed payment are refunded, late ones too', async () => {
    const payment = await failed()
    expect(await shop.read(payment.id)).toMatchObject({ state: 'failed' })
    await pays(payment, HELD, 2)
    await pass(31 * 24)
    await pays(payment, HELD, 3)
    expect(await shop.book()).toMatchObject({ 'BTC payment:held': HELD, 'BTC suspense:late': HELD })
    const { token, amount } = await offer(payment)
    expect(amount).toBe('0.0008')
    await claim(token)
    await pinRefunds(shop.signer)
    await pass(HOLD_HOURS)
    await sendBack()
    await mined()
    expect(await shop.book()).toEqual({})
    expect(await shop.read(payment.id)).toMatchObject({ state: 'failed', refundedUnits: 2n * HELD })
    expect((await shop.events(payment.id)).at(-1)).toBe('payment.refunded')
  })

  test('an offer is rejected without held funds and while the payment is open', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await expect(offer(payment)).rejects.toThrow('has not ended')
    await pays(payment, HELD, 1)
    await expect(offer(payment)).rejects.toThrow('has not ended')
    const back = await claimed()
    await pass(HOLD_HOURS)
    await sendBack()
    await expect(offer(back)).rejects.toThrow('has no held funds')
    await mined()
    await expect(offer(back)).rejects.toMatchObject({ code: 'INVALID_STATE', details: { current: 'expired' } })
  })

  test('an Ethereum payment cannot be refunded, and the error names the alternatives', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'ETH' })
    await expect(offer(payment)).rejects.toThrow('a deposit address can pay its merchant and the platform only; accept it or forward it')
  })

  test('a merchant can refund, withdraw and accept own payments only', async () => {
    const payment = await underpaid()
    const thirdParty = await storeMerchant(shop.ctx)
    for (const work of [
      () => offer(payment, thirdParty),
      () => acceptPayment(shop.ctx, { paymentId: payment.id, by: thirdParty }),
      () => forwardHeld(shop.ctx, { paymentId: payment.id, by: thirdParty }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(offer(payment, { ...shop.actor, mode: 'test' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await offer(payment, shop.actor)
    await expect(withdraw(payment, thirdParty)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await withdraw(payment, shop.actor)
    const merchant = `merchant:${shop.actor.merchantId}`
    await acceptPayment(shop.ctx, { paymentId: payment.id, by: shop.actor })
    expect(await audit()).toEqual([`${merchant} return.offer`, `${merchant} return.withdraw`, `${merchant} payment.accept`])
  })
})

describe('the link', () => {
  test('a refund link appears in the database as a hash, and a newer link replaces it', async () => {
    const payment = await underpaid()
    const first = await offer(payment)
    const second = await offer(payment)
    expect(first.token).toMatch(/^ret_[\w-]{43}$/)
    expect(second).toMatchObject({ path: `/refund/${second.token}`, amount: '0.0004', asset: 'BTC' })
    expect(JSON.stringify(await returns())).not.toContain(second.token)
    await expect(claim(first.token)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such return' })
    await expect(claim('ret_nothing')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such return' })
    await claim(second.token)
    await expect(offer(payment)).rejects.toMatchObject({ details: { current: 'claimed' } })
  })

  test('a refund link expires, and a new one can be offered', async () => {
    const payment = await underpaid()
    const { token, endsAt } = await offer(payment)
    shop.ctx.clock.advance(endsAt.getTime() - shop.ctx.clock.now().getTime())
    await expect(claim(token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await claim((await offer(payment)).token)
  })

  test('a refund link accepts one address: repeated it gets the same answer, another is rejected', async () => {
    const { token } = await offer(await underpaid())
    const answers = await Promise.all([claim(token), claim(token), claim(token.toString(), PAYER.toUpperCase())])
    expect(new Set(answers.map(({ usableAt }) => usableAt.getTime())).size).toBe(1)
    await expect(claim(token, TYPO)).rejects.toMatchObject({ code: 'INVALID_STATE', details: { current: 'claimed' } })
    expect(await db().selectFrom('payout_terms').select('recipients').where('subject', '=', 'refund').execute()).toEqual([
      { recipients: [{ role: 'payer', address: PAYER }] },
    ])
  })

  test.each([
    ['no address', 'hello'],
    ['one of another network', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['one with a typing mistake', `${PAYER.slice(0, -1)}x`],
  ])('a refund cannot be claimed to %s', async (_, address) => {
    const { token } = await offer(await underpaid())
    await expect(claim(token, address)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    expect(await returns()).toMatchObject([{ state: 'offered', address: null }])
  })

  test('a refund cannot be claimed to a deposit address of the gateway', async () => {
    const payment = await underpaid()
    const { token } = await offer(payment)
    const [free] = await db().selectFrom('address_pool').select('address').where('claimedBy', 'is', null).execute()
    for (const address of [payment.address, free?.address ?? ''])
      await expect(claim(token, address)).rejects.toThrow('is an address of this service')
  })

  test('a claim to a fee address of the platform is refused, and the link takes another address', async () => {
    const { token } = await offer(await underpaid())
    await expect(claim(token, wallets.platform.BTC)).rejects.toMatchObject({ code: 'INVALID_ADDRESS', fault: 'own_address' })
    expect(await claim(token)).toMatchObject({ address: PAYER })
  })
})

describe('the hold', () => {
  test('the refund hold lasts two days, in which the held list shows the address and the refund can be withdrawn', async () => {
    const payment = await claimed()
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, reason: expect.stringContaining(`to ${PAYER}`) }])
    await pass(HOLD_HOURS - 1)
    expect(await planRefunds(shop.ctx)).toBe(0)
    await withdraw(payment)
    await pass(24)
    await sendBack()
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -HELD, 'BTC payment:held': HELD })
    await claim((await offer(payment)).token)
    await pinRefunds(shop.signer)
    await pass(HOLD_HOURS)
    await sendBack()
    await expect(withdraw(payment)).rejects.toMatchObject({ code: 'INVALID_STATE', details: { current: 'paying' } })
    await mined()
    expect((await shop.events(payment.id)).filter((type) => type === 'payment.refunded')).toHaveLength(1)
  })

  test('the refund hold begins with the signer’s pin, whatever the database says', async () => {
    const payment = await underpaid()
    await claim((await offer(payment)).token)
    await pass(HOLD_HOURS)
    expect(await planRefunds(shop.ctx)).toBe(0)
    await pinRefunds(shop.signer)
    await pass(HOLD_HOURS - 1)
    expect(await planRefunds(shop.ctx)).toBe(0)
    await pass(1)
    expect(await planRefunds(shop.ctx)).toBe(1)
    expect(await signDue({ ...shop.signer, returnHoldMs: 72 * HOUR_MS })).toBe(0)
    expect(await legs()).toMatchObject([{ state: 'held', holdReason: 'not_usable_yet' }])
    shop.ctx.clock.advance(30_000)
    expect(await signDue(shop.signer)).toBe(1)
  })
})

describe('while a refund waits', () => {
  test('a further deposit completes the payment and ends the refund', async () => {
    const payment = await claimed()
    prices = { ...prices, 'BTC/USD': '60000' }
    await pays(payment, 60_000n, 2)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['late', 'multiple'] })
    await pass(HOLD_HOURS)
    await sweepPayments(shop.ctx)
    expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: 'payment_completed' }])
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await legs()).toMatchObject([{ purpose: 'forward', state: 'signed', units: 100_000n }])
  })

  test('a price may still complete the payment with its late deposit', async () => {
    prices = {}
    const payment = await underpaidLate()
    prices = { 'BTC/USD': '60000' }
    await sweepPayments(shop.ctx)
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
    expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: 'payment_completed' }])
  })

  test('an acceptance ends the refund', async () => {
    const payment = await claimed()
    await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:ben' })
    expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: 'payment_accepted' }])
    expect(await legs()).toMatchObject([{ purpose: 'forward', units: HELD }])
  })

  test('a concurrent refund and acceptance end in exactly one payout', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    await Promise.allSettled([
      planRefunds(shop.ctx),
      acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:ben' }),
      planRefunds(shop.ctx),
      planRefunds(shop.ctx),
    ])
    expect(await legs()).toHaveLength(1)
    const [back] = await returns()
    const [leg] = await legs()
    expect([back?.state, leg?.purpose]).toEqual(back?.state === 'paying' ? ['paying', 'payment_refund'] : ['withdrawn', 'forward'])
  })

  test('the refund waits for cheaper block space when nothing would remain', async () => {
    const payment = await claimed(1_000n)
    await pass(HOLD_HOURS)
    await priceSpace(20_000n)
    expect(await planRefunds(shop.ctx)).toBe(0)
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, reason: `return_waits: below_cost_of_forwarding, to ${PAYER}` }])
    await priceSpace(1_000n)
    expect(await planRefunds(shop.ctx)).toBe(1)
  })
})

describe('once a refund is being paid', () => {
  test('a further deposit stays held, completes nothing, and can be offered or forwarded on its own', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    await planRefunds(shop.ctx)
    await pays(payment, 60_000n, 2)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', receivedUnits: 100_000n, returningUnits: HELD })
    expect(await untaken(payment)).toMatchObject([{ amount: '0.0006', reason: 'came_after_a_return' }])
    await expect(acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(offer(payment)).rejects.toMatchObject({ details: { current: 'paying' } })
    await signDue(shop.signer)
    await btc.send()
    await mined()
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -60_000n, 'BTC payment:held': 60_000n })
    await offer(payment)
    expect(await forwardHeld(shop.ctx, { paymentId: payment.id, by: shop.actor })).toEqual(['BTC'])
    expect(await returns()).toMatchObject([{ state: 'returned' }, { state: 'withdrawn', endReason: 'money_was_forwarded' }])
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await mined()
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', refundedUnits: HELD, feeUnits: null })
  })

  test('a further small deposit is listed as came_after_a_return, not as awaiting an acceptance', async () => {
    const payment = await claimed(20_000n)
    await pass(HOLD_HOURS)
    await planRefunds(shop.ctx)
    await pays(payment, 30_000n, 2)
    expect(await untaken(payment)).toMatchObject([{ state: 'expired', amount: '0.0003', reason: 'came_after_a_return' }])
  })

  test('two signers and a crash between them produce one transaction', async () => {
    await claimed()
    await pass(HOLD_HOURS)
    await Promise.all([planRefunds(shop.ctx), planRefunds(shop.ctx)])
    const dying = async (name: string) => {
      if (name === 'attemptSigned') throw new Error('killed')
    }
    expect(await signDue({ ...shop.signer, failpoint: dying })).toBe(0)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    // What failed rests for two seconds.
    shop.ctx.clock.advance(2_000)
    await Promise.all([1, 2, 3].map(() => signDue(shop.signer)))
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    expect(await legs()).toMatchObject([{ purpose: 'payment_refund', state: 'signed' }])
  })

  test('a stuck transaction is fee-bumped to the same address', async () => {
    await claimed()
    await pass(HOLD_HOURS)
    await sendBack()
    await btc.mineEmpty(3)
    await db()
      .updateTable('chain_cursor')
      .set({ headHeight: sql`height` })
      .execute()
    await priceSpace(4_000n)
    const rail = shop.ctx.rails.get('BTC')
    expect(rail && (await bumpStuckAttempts(shop.signer, rail))).toBe(1)
    const [first, second] = await attemptsOf(shop.ctx)
    expect(second).toMatchObject({ n: 1, supersedes: 0, inputs: first?.inputs })
    expect(second?.feeUnits ?? 0n).toBeGreaterThan(first?.feeUnits ?? 0n)
    await btc.send()
    await mined()
    expect(await returns()).toMatchObject([{ state: 'returned' }])
  })

  test('a reorg reverses the settlement of a refund, and its event is emitted once', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    await sendBack()
    await mined()
    await btc.rollBack(6)
    expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -HELD })
    await mined()
    expect(await shop.book()).toEqual({})
    expect((await shop.events(payment.id)).filter((type) => type === 'payment.refunded')).toHaveLength(1)
    expect(await shop.read(payment.id)).toMatchObject({ refundedUnits: HELD })
  })

  test('a merchant’s unpaid fees are not taken out of a refund', async () => {
    const debt = await shop.ask({ amount: 6, blockchain: 'BTC' })
    await pays(debt, debt.dueUnits, 50)
    await signForward(shop.signer, { paymentId: debt.id })
    await btc.send()
    await mined()
    expect(await shop.book()).toMatchObject({ 'BTC merchant:receivable': -100n })
    await claimed()
    await pass(HOLD_HOURS)
    await sendBack()
    expect((await attemptsOf(shop.ctx)).map(({ takenBackUnits }) => takenBackUnits)).toEqual([0n, 0n])
    await mined()
    expect(await shop.book()).toMatchObject({ 'BTC merchant:receivable': -100n })
  })
})

/** A late deposit of the full amount while there is no price, with a claimed refund. */
async function underpaidLate(): Promise<Payment> {
  prices = { 'BTC/USD': '60000' }
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  prices = {}
  shop.ctx.clock.advance(15 * 60_000)
  await db().updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(shop.ctx, { paymentId: payment.id })
  await pays(payment, 100_000n, 7)
  await claim((await offer(payment)).token)
  await pinRefunds(shop.signer)
  return payment
}
