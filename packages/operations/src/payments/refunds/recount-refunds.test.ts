import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { attemptsOf, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { HELD, HOLD_HOURS, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { listHeld } from '../held/list-held.ts'
import { planRefunds } from './plan-refunds.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { offer, claim, claimed, pass, sendBack, mined } = refundsOf(() => ({ shop, btc }))

const db = () => tables(shop.ctx.orm.em.fork())
const returns = () => db().selectFrom('refund').selectAll().orderBy('offeredAt').orderBy('id').execute()
const legs = () => db().selectFrom('spend_intent').select(['state', 'units']).execute()
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })

describe('a refund whose deposits a reorg removes for good', () => {
  const coin = { resource: '9'.repeat(64), sequence: 0 }
  const LATER = 20_000n
  /** A further deposit whose inputs its sender can spend in another transaction. */
  const paysMore = (payment: Payment) => {
    const more = output(payment.address, LATER, { tx: 2 })
    return btc.mine({ transfers: [more], inputs: [{ ...coin, txId: more.txId }], at: shop.ctx.clock.now() })
  }
  const takeBack = async () => {
    await btc.rollBack()
    await btc.showMempool()
  }
  const proveDead = async () => {
    await btc.mine({ inputs: [{ ...coin, txId: 'f'.repeat(64) }] })
    await btc.mineEmpty(5)
  }

  test('pays the remaining deposits, and its payment counts only those', async () => {
    const payment = await claimed()
    await paysMore(payment)
    await pass(HOLD_HOURS)
    await sendBack()
    expect(await shop.read(payment.id)).toMatchObject({ returningUnits: HELD + LATER })
    await takeBack()
    await proveDead()
    expect(await shop.read(payment.id)).toMatchObject({ returningUnits: HELD, receivedUnits: HELD, refundedUnits: 0n })
    expect(await legs()).toMatchObject([{ units: HELD, state: 'held' }])
    shop.ctx.clock.advance(30_000)
    await sendBack()
    await mined()
    expect(await returns()).toMatchObject([{ state: 'returned' }])
    expect(await shop.read(payment.id)).toMatchObject({ returningUnits: HELD, refundedUnits: HELD })
    expect(await shop.book()).toEqual({})
  })

  test('an unsigned refund without deposits ends, and later deposits can be offered', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    await planRefunds(shop.ctx)
    await takeBack()
    await pass(72)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: 'money_was_lost' }])
    expect(await shop.read(payment.id)).toMatchObject({ returningUnits: 0n, receivedUnits: 0n })
    const audit = await db().selectFrom('audit_entry').select('actor').where('action', '=', 'return.withdraw').execute()
    expect(audit).toEqual([{ actor: 'system' }])
    expect(await listHeld(shop.ctx)).toEqual([])
    await pays(payment, LATER, 3)
    await claim((await offer(payment)).token)
    await pinRefunds(shop.signer)
    await pass(HOLD_HOURS)
    await sendBack()
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    await mined()
    expect(await shop.read(payment.id)).toMatchObject({ returningUnits: LATER, refundedUnits: LATER })
    expect(await shop.book()).toEqual({})
  })

  test('deposits that reappear after the refund has ended stay held', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    await planRefunds(shop.ctx)
    await takeBack()
    await pass(72)
    await btc.showMempool()
    await btc.mineEmpty(1)
    await pays(payment, HELD, 99)
    await sendBack()
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -HELD, 'BTC payment:held': HELD })
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, amount: '0.0004', reason: 'underpaid' }])
    await offer(payment)
  })

  test('a signed refund without deposits ends only once its transaction can never be mined', async () => {
    const payment = await claimed()
    await db()
      .insertInto('deposit_input')
      .values({ chain: 'BTC', ...coin, txId: txOf(99), rivalHeight: null })
      .execute()
    await pass(HOLD_HOURS)
    await sendBack()
    await takeBack()
    await pass(72)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect(await db().selectFrom('deposit').select('dead').execute()).toEqual([{ dead: true }])
    expect(await returns()).toMatchObject([{ state: 'paying' }])
    await proveDead()
    expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: 'money_was_lost' }])
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ state: 'dead', proof: { spent: coin } }])
    expect(await shop.read(payment.id)).toMatchObject({ returningUnits: 0n, refundedUnits: 0n })
    await pays(payment, LATER, 3)
    await offer(payment)
  })
})
