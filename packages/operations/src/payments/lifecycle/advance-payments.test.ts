import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChain, output } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 1)))
afterAll(() => closeShop(shop))

test('signals to the payment’s workflow what it waits for, in the transaction of the change', async () => {
  const btc = await openChain(shop.ctx, 'BTC')
  const payment = await shop.ask({ amount: 150, blockchain: 'BTC' })
  await btc.mine()
  await btc.showMempool([output(payment.address, payment.dueUnits, { tx: 1 })])
  await btc.showMempool()
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 2 })] })
  await btc.mineEmpty(2)
  const told = await tables(shop.ctx.orm.em.fork())
    .selectFrom('outbox')
    .select('message')
    .where('workflowId', '=', `payment/${payment.id}`)
    .orderBy('id')
    .execute()
  const states = told.flatMap(({ message }) => message.signal?.args ?? []).map((stand) => Reflect.get(Object(stand), 'state'))
  expect(states).toEqual(['detected', 'pending', 'detected'])
})
