import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { coins, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { listHeld } from '../held/list-held.ts'
import { listHeldMoney, listWaitingPayouts } from './list-waiting.ts'

const TEMPORAL_UI = 'https://temporal.example/namespaces/live'

let shop: TestShop
let btc: TestChain
let eth: TestChain
beforeAll(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
  eth = await openChain(shop.ctx, 'ETH')
})
afterAll(() => closeShop(shop))

const ui = () => ({ ...shop.ctx, temporalUi: TEMPORAL_UI })
const payoutOf = async ({ id }: Payment) => (await listWaitingPayouts(ui())).waiting.find((one) => one.id === id)
const heldOf = async ({ id }: Payment) => (await listHeldMoney(ui())).waiting.find((one) => one.id === id)

async function confirmed(tx: number): Promise<Payment> {
  const payment = await shop.ask({ amount: 50, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx })], at: shop.ctx.clock.now() })
  return payment
}

test('a payout waits with its business, its round and its workflow, and ends by itself until something holds it', async () => {
  const payment = await confirmed(1)
  expect(await payoutOf(payment)).toMatchObject({
    kind: 'unsigned',
    businessId: shop.businessId,
    units: payment.dueUnits,
    reason: 'waits_for_the_signer',
    because: 'the signer has not signed its payout yet',
    round: { ref: payment.id, leg: 0 },
    ending: 'itself',
    commands: [],
    temporalUrl: `${TEMPORAL_UI}/workflows/payment%2F${payment.id}`,
  })
  expect((await listWaitingPayouts(shop.ctx)).waiting[0]?.temporalUrl).toBeNull()
})

test('a payout above a cap names the command that releases its round', async () => {
  const payment = await confirmed(2)
  const capped = { ...shop.signer, velocityFloors: { hourCents: 1n, dayCents: 1n } }
  await expect(signForward(capped, { paymentId: payment.id })).rejects.toThrow('above_velocity_cap')
  expect(await payoutOf(payment)).toMatchObject({ ending: 'release', commands: [['release', payment.id, '0']] })
})

test('a paused payout names the command that lifts the pause', async () => {
  const payment = await confirmed(3)
  await pausePayouts(shop.ctx, { scope: 'asset:BTC', reason: 'a drill', by: 'watcher' })
  await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('paused')
  expect(await payoutOf(payment)).toMatchObject({ reason: 'paused:asset:BTC', ending: 'lift', commands: [['lift', 'asset:BTC']] })
})

test('held money names the decisions about it', async () => {
  const other = await shop.ask({ amount: 60, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [coins(other.address, 10n ** 15n, { tx: 4 }), tokens(other.address, 60_000_000n, { tx: 5 })] })
  expect(await heldOf(other)).toMatchObject({ reason: 'wrong_asset', round: null, ending: 'decision', commands: [['forward', other.id]] })
  const short = await shop.ask({ amount: 60, blockchain: 'BTC' })
  shop.ctx.clock.advance(15 * 60_000)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: short.expiresAt }).execute()
  await expirePayment(shop.ctx, { paymentId: short.id })
  await btc.mine({ transfers: [output(short.address, 40_000n, { tx: 6 })], at: shop.ctx.clock.now() })
  const commands = [
    ['accept', short.id],
    ['refund', short.id],
  ]
  expect(await heldOf(short)).toMatchObject({ kind: 'untaken', units: 40_000n, reason: 'underpaid', commands })
})

test('both lists together hold what `held` lists', async () => {
  const [payouts, held] = [await listWaitingPayouts(shop.ctx), await listHeldMoney(shop.ctx)]
  const listed = [...payouts.waiting, ...held.waiting].map(({ id, reason, isAlarm }) => `${id} ${reason} ${isAlarm}`)
  const known = (await listHeld(shop.ctx)).map(({ payment, reason, alarm }) => `${payment} ${reason} ${alarm}`)
  expect(listed.toSorted()).toEqual(known.toSorted())
  expect(payouts.total + held.total).toBe(known.length)
})
