import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, payDirectly, refusalOf } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble()
  account = await openAccount(double)
})
afterAll(() => double.stop())

const transfer = (source: string, amount: number, currency = 'eur') =>
  double.stripe.transfers.create({
    amount,
    currency,
    destination: account,
    source_transaction: source,
    transfer_group: 'ces_1',
    metadata: { intent_id: 't1' },
  })

describe('a transfer', () => {
  test('takes the money of its charge to the connected account, at most once', async () => {
    const { charge } = await payDirectly(double, { amount: 5_000 })
    const { id, ...sent } = await transfer(charge, 4_950)
    expect(sent).toMatchObject({ amount: 4_950, source_transaction: charge, transfer_group: 'ces_1', reversals: { data: [] } })
    expect(await double.stripe.balance.retrieve({}, { stripeAccount: account })).toMatchObject({
      available: [{ amount: 4_950, currency: 'eur' }],
    })
    expect(await refusalOf(transfer(charge, 51))).toMatchObject({ statusCode: 400, param: 'amount' })
    const { data } = await double.stripe.transfers.list({ transfer_group: 'ces_1' })
    expect(data.map((listed) => listed.id)).toEqual([id])
    await expect.poll(double.types).toContain('transfer.created')
  })

  test('comes back in parts, never more than was sent', async () => {
    const { charge } = await payDirectly(double, { amount: 1_000 })
    const { id } = await transfer(charge, 900)
    expect(await double.stripe.transfers.createReversal(id, { amount: 300, metadata: { intent_id: 'v1' } })).toMatchObject({
      amount: 300,
      transfer: id,
    })
    expect(await refusalOf(double.stripe.transfers.createReversal(id, { amount: 601 }))).toMatchObject({ statusCode: 400, param: 'amount' })
    await double.stripe.transfers.createReversal(id)
    expect(await double.stripe.transfers.retrieve(id)).toMatchObject({
      amount_reversed: 900,
      reversed: true,
      reversals: { data: [{}, {}] },
    })
    expect(await refusalOf(double.stripe.transfers.createReversal(id))).toMatchObject({ statusCode: 400 })
  })

  test('cannot come back once the connected account was paid out', async () => {
    const { charge } = await payDirectly(double, { amount: 1_000 })
    const { id } = await transfer(charge, 900)
    await double.control.do('payOut', { account, currency: 'eur' })
    expect(await refusalOf(double.stripe.transfers.createReversal(id))).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  })

  test('is refused in another currency, beyond the balance, or to an account that may not receive it', async () => {
    const { charge } = await payDirectly(double, { amount: 1_000 })
    expect(await refusalOf(transfer(charge, 500, 'usd'))).toMatchObject({ statusCode: 400, param: 'source_transaction' })
    const beyond = double.stripe.transfers.create({ amount: 90_000_000, currency: 'eur', destination: account })
    expect(await refusalOf(beyond)).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    const { id } = await double.stripe.accounts.create({ type: 'express', country: 'FR', capabilities: { transfers: { requested: true } } })
    const early = double.stripe.transfers.create({ amount: 100, currency: 'eur', destination: id, source_transaction: charge })
    expect(await refusalOf(early)).toMatchObject({ statusCode: 400, code: 'insufficient_capabilities_for_transfer' })
  })
})

test('the balances of all accounts follow from the logged movements', async () => {
  const { charge } = await payDirectly(double, { amount: 1_000, currency: 'jpy' })
  await transfer(charge, 990, 'jpy')
  await double.stripe.refunds.create({ charge, amount: 10 })
  const { movements } = await double.control.do('readLog')
  const yenOf = (id: string) =>
    movements.filter((moved) => moved.account === id && moved.currency === 'jpy').reduce((sum, { net }) => sum + net, 0)
  const platform = await double.stripe.accounts.retrieveCurrent()
  expect(yenOf(account)).toBe(990)
  // 1000 less 2.9 % and 30, the transfer and the refund.
  expect(yenOf(platform.id)).toBe(1_000 - 59 - 990 - 10)
  const { available } = await double.stripe.balance.retrieve()
  expect(available.find(({ currency }) => currency === 'jpy')?.amount).toBe(yenOf(platform.id))
})
