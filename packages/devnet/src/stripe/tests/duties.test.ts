import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayKeys } from '../gateway-keys.ts'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, payDirectly, refusalOf } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble({ keys: Object.values(gatewayKeys) })
  account = await openAccount(double)
})
afterAll(() => double.stop())

test('each duty has a key that does its work and not the work of another', async () => {
  const [checkout, refunds, transfers] = [gatewayKeys.checkout, gatewayKeys.refunds, gatewayKeys.transfers].map(({ key }) =>
    double.clientOf(key),
  )
  const { session, charge } = await payDirectly(double, { account, amount: 1_000, fee: 10 })
  const expand = ['payment_intent.latest_charge.balance_transaction']
  expect(await checkout?.checkout.sessions.retrieve(session.id, { expand }, { stripeAccount: account })).toMatchObject({
    payment_status: 'paid',
  })
  expect(await refunds?.refunds.create({ charge, amount: 1 }, { stripeAccount: account })).toMatchObject({ amount: 1 })
  expect(await transfers?.balanceTransactions.list({}, { stripeAccount: account })).toMatchObject({ has_more: false })
  const wrong = [
    checkout?.refunds.create({ charge }, { stripeAccount: account }),
    refunds?.transfers.list(),
    transfers?.checkout.sessions.list(),
    refunds?.refunds.list({ charge, expand: ['data.charge'] }, { stripeAccount: account }),
  ]
  for (const asked of wrong) expect(await refusalOf(Promise.resolve(asked))).toMatchObject({ statusCode: 403 })
})
