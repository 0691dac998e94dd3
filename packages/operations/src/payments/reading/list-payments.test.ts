import { ListPaymentsInput } from '@gateway/contract/payment-inputs'
import { tables } from '@gateway/db/tables'
import type { FlushLog } from '@gateway/chains/rail/flush-log'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { HOLD_HOURS, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { getPayment } from './get-payment.ts'
import { listPayments } from './list-payments.ts'

const TOKEN = `0x${'7'.repeat(40)}`
/** More than any JSON number holds. */
const MANY = 2n ** 200n + 1n

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { claimed, pass, sendBack } = refundsOf(() => ({ shop, btc }))

const list = (filter: object = {}) => listPayments(shop.ctx, { actor: shop.actor, filter: ListPaymentsInput.parse(filter) })
const own = ({ id }: Payment): Promise<PaymentFacts> => getPayment(shop.ctx, { actor: shop.actor, id })

/** The amounts of a page, in dollars, and how many payments match. */
async function amounts(filter: object): Promise<[number[], number]> {
  const { payments, total } = await list(filter)
  return [payments.map(({ payment }) => Number(payment.fiatMinor) / 100), total]
}

describe('a listed payment', () => {
  test('a list shows a forwarded payment and a refunded one with all that a single read shows of them', async () => {
    const refunded = await claimed()
    await pass(HOLD_HOURS)
    await sendBack()
    const forwarded = await shop.ask({ amount: 60, blockchain: 'BTC', metadata: { order: 'A-1' } })
    await btc.mine({ transfers: [output(forwarded.address, forwarded.dueUnits, { tx: 2 })], at: shop.ctx.clock.now() })
    await signForward(shop.signer, { paymentId: forwarded.id })
    const { payments } = await list()
    expect(payments).toEqual([await own(forwarded), await own(refunded)])
    expect(payments.map(({ movements }) => movements.payouts.map(({ purpose }) => purpose))).toEqual([['forward'], ['payment_refund']])
  })

  test('a list shows unsupported tokens as a single read does, to their last digit and whether they were flushed', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const flush: FlushLog = {
      kind: 'flushed',
      ref: '0xany:4',
      txId: '0xany',
      logIndex: 4,
      emitter: payment.address.toLowerCase(),
      asset: null,
      token: TOKEN,
      merchantUnits: 99n,
      feeUnits: 1n,
    }
    await eth.mine({ transfers: [tokens(payment.address, MANY, { token: TOKEN, tx: 1 })] })
    await eth.mine({ flushes: [flush] })
    await eth.mine({ transfers: [tokens(payment.address, 7n, { token: TOKEN, tx: 2 })] })
    const { payments } = await list()
    expect(payments).toEqual([await own(payment)])
    expect(payments[0]?.movements.deposits.map(({ units, isFlushed }) => [units, isFlushed])).toEqual([
      [MANY, true],
      [7n, false],
    ])
  })
})

describe('a page of payments', () => {
  test('a page is found by each filter and by all of them together', async () => {
    await shop.ask({ amount: 10, blockchain: 'ETH', metadata: { order: 'A-1' } })
    await shop.ask({ amount: 20, blockchain: 'USDC_ETH', metadata: { order: 'A-1', floor: 2 } })
    await shop.ask({ amount: 30, blockchain: 'USDC_ETH' })
    const day = shop.ctx.clock.now().toISOString().slice(0, 10)
    expect(await amounts({ blockchain: 'USDC_ETH' })).toEqual([[30, 20], 2])
    expect(await amounts({ order_id: 'A-1' })).toEqual([[20, 10], 2])
    expect(await amounts({ status: 'refunded' })).toEqual([[], 0])
    expect(await amounts({ status: 'completed' })).toEqual([[], 0])
    const all = { status: 'pending', blockchain: 'USDC_ETH', order_id: 'A-1', business_id: shop.businessId, date_from: day, date_to: day }
    expect(await amounts({ ...all, 'metadata[floor]': '2' })).toEqual([[20], 1])
    expect(await amounts({ ...all, 'metadata[floor]': '3' })).toEqual([[], 0])
  })

  test('pages follow each other without gap or repetition, however far behind, and one behind the last is empty', async () => {
    const { ctx, actor, ask } = await openShop({}, 0)
    const { id } = await ask({ amount: 60, blockchain: 'ETH' })
    const db = tables(ctx.orm.em.fork())
    await sql`INSERT INTO payout_terms SELECT copy.* FROM payout_terms, generate_series(1, 249) n, jsonb_populate_record(payout_terms,
      jsonb_build_object('id', md5('c' || n), 'subject_id', md5('s' || n), 'address', 'c' || n)) copy`.execute(db)
    await sql`INSERT INTO payment SELECT copy.* FROM payment, generate_series(1, 249) n, jsonb_populate_record(payment,
      jsonb_build_object('id', md5('p' || n), 'address', 'c' || n)) copy WHERE payment.id = ${id}::uuid`.execute(db)
    const page = (offset: number) => listPayments(ctx, { actor, filter: ListPaymentsInput.parse({ limit: 60, offset }) })
    const pages = await Promise.all([0, 60, 120, 180, 240, 300].map(page))
    expect(pages.map(({ payments, total }) => [payments.length, total])).toEqual([...Array(4).fill([60, 250]), [10, 250], [0, 250]])
    const ids = pages.flatMap(({ payments }) => payments.map(({ payment }) => payment.id))
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
    await ctx.close()
  })
})
