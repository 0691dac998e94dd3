import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { failRefusedPayments } from './fail-refused-payments.ts'
import { listHeld } from '../held/list-held.ts'
import { sweepPayments } from './sweep-payments.ts'

let shop: TestShop
let btc: TestChain
let payment: Payment
beforeEach(async () => {
  shop = await openShop({}, 3)
  btc = await openChain(shop.ctx, 'BTC')
  // Platform addresses that the signer does not know, so it rejects terms that pay them.
  const platformAddresses = { ETH: [wallets.platform.ETH], BTC: [wallets.merchant.BTC] }
  Object.assign(shop.ctx, { custody: { ...shop.ctx.custody, platformAddresses } })
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const usage = () => db().selectFrom('usage_counter').select(['period', 'current', 'givenBack']).executeTakeFirstOrThrow()

describe('a payment whose terms the signer rejects', () => {
  test('fails with an event and returns its quota', async () => {
    expect(await usage()).toMatchObject({ current: 1, givenBack: 0 })
    expect(await sweepPayments(shop.ctx)).toBe(0)
    expect((await shop.read(payment.id)).state).toBe('failed')
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.failed'])
    expect(await usage()).toMatchObject({ current: 0, givenBack: 1 })
    expect(await shop.untrue()).toEqual([])
    const audit = await db().selectFrom('audit_entry').select(['actor', 'action', 'details']).where('subjectId', '=', payment.id).execute()
    const details = { address: payment.address, reason: 'platform_address_differs' }
    expect(audit).toEqual([{ actor: 'system', action: 'payment.refuse_address', details }])
  })

  test('returns its quota once, to its own month, however many sweeps run', async () => {
    const { period } = await usage()
    shop.ctx.clock.advance(40 * 24 * 60 * 60_000)
    const failed = await Promise.all([failRefusedPayments(shop.ctx), failRefusedPayments(shop.ctx), failRefusedPayments(shop.ctx)])
    expect(failed.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await failRefusedPayments(shop.ctx)).toBe(0)
    expect(await usage()).toEqual({ period, current: 0, givenBack: 1 })
  })

  test('deposits that arrive at its address later are held', async () => {
    await failRefusedPayments(shop.ctx)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, amount: '0.001', reason: 'payment_failed' }])
  })

  test('stays open once a deposit was detected', async () => {
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect(await failRefusedPayments(shop.ctx)).toBe(0)
    expect((await shop.read(payment.id)).state).toBe('detected')
    expect(await usage()).toMatchObject({ current: 1, givenBack: 0 })
  })
})
