import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { listHeld } from '../held/list-held.ts'
import { withdrawAddress } from './withdraw-address.ts'

let shop: TestShop
let btc: TestChain
let payment: Payment
beforeEach(async () => {
  shop = await openShop({}, 2)
  btc = await openChain(shop.ctx, 'BTC')
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
})
afterEach(() => closeShop(shop))

const withdraw = (paymentId = payment.id) => withdrawAddress(shop.ctx, { paymentId, by: 'operator:anna', reason: 'its key is lost' })
const pays = (units: bigint, tx: number) => btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })
const audit = () =>
  tables(shop.ctx.orm.em.fork())
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'details'])
    .where('subjectId', '=', payment.id)
    .execute()

describe('an address whose key is lost', () => {
  test('withdrawing it fails the payment, emits the event and writes the audit log', async () => {
    await pays(40_000n, 1)
    expect(await withdraw()).toMatchObject({ state: 'failed' })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'failed', receivedUnits: 40_000n, exceptions: ['underpaid'] })
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.updated', 'payment.failed'])
    const details = { address: payment.address, state: 'pending', received: '40000', reason: 'its key is lost' }
    expect(await audit()).toEqual([{ actor: 'operator:anna', action: 'payment.withdraw_address', details }])
  })

  test('counts in the metric for a day', async () => {
    const withdrawn = payoutMetrics.find(({ name }) => name === 'addresses_withdrawn')
    const figure = async () => (await withdrawn?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
    expect(await figure()).toEqual([{ value: 0 }])
    await withdraw()
    expect(await figure()).toEqual([{ value: 1 }])
    shop.ctx.clock.advance(24 * 60 * 60_000)
    expect(await figure()).toEqual([{ value: 0 }])
  })

  test('withdrawing it is possible while its deposit is unconfirmed, and later deposits are held', async () => {
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect((await shop.read(payment.id)).state).toBe('detected')
    await withdraw()
    await pays(100_000n, 1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'failed', receivedUnits: 100_000n })
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, amount: '0.001', reason: 'payment_failed' }])
  })

  test('withdrawing it works once, and never after the payment is confirmed', async () => {
    const answers = await Promise.allSettled([withdraw(), withdraw()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await audit()).toHaveLength(1)
    payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await pays(100_000n, 2)
    await expect(withdraw()).rejects.toThrow('Cannot withdraw the address of a payment while the state is confirmed')
    expect(await audit()).toEqual([])
    await expect(withdraw('00000000-0000-4000-8000-ffffffffffff')).rejects.toThrow('No such payment')
  })
})
