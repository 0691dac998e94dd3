import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, payDirectly, refusalOf } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble()
  account = await openAccount(double)
})
afterAll(() => double.stop())

test('an automatic payout pays everything, names its transactions, and gives the money back when it fails', async () => {
  const { charge } = await payDirectly(double, { account, amount: 3_000, fee: 30 })
  const { id, amount } = await double.control.do('payOut', { account, currency: 'eur' })
  expect(amount).toBe(3_000 - 30 - 117)
  const { data } = await double.stripe.balanceTransactions.list({ payout: id }, { stripeAccount: account })
  expect(data.map(({ source, type }) => [type, source])).toEqual([
    ['payout', id],
    ['charge', charge],
  ])
  expect(await refusalOf(double.control.do('payOut', { account, currency: 'eur' }))).toMatchObject({
    message: expect.stringContaining('balance_insufficient'),
  })
  await double.control.do('movePayout', { payout: id, status: 'failed' })
  expect(await double.stripe.payouts.retrieve(id, {}, { stripeAccount: account })).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
  })
  expect(await double.stripe.balance.retrieve({}, { stripeAccount: account })).toMatchObject({ available: [{ amount }] })
  await expect.poll(double.types).toEqual(expect.arrayContaining(['payout.created', 'payout.failed']))
})

test('a payout by request takes an amount that is there', async () => {
  await payDirectly(double, { account, amount: 3_000 })
  const create = (amount: number) => double.stripe.payouts.create({ amount, currency: 'eur' }, { stripeAccount: account })
  expect(await refusalOf(create(90_000))).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  const { id } = await create(1_000)
  await double.control.do('movePayout', { payout: id, status: 'paid' })
  const { data } = await double.stripe.payouts.list({ status: 'paid' }, { stripeAccount: account })
  expect(data.map((payout) => payout.id)).toEqual([id])
})
