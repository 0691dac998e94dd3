import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStoreLost, sweep } from './sweep.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 1)))
afterEach(() => closeShop(shop))

/** A relay whose Temporal has a store of this identity. */
const relayTo = (identity: string) => ({
  ...shop.ctx,
  temporal: { deliver: () => Promise.resolve(), readIdentity: () => Promise.resolve(identity) },
})
const told = async () =>
  (await tables(shop.ctx.orm.em.fork()).selectFrom('outbox').select('workflowId').execute()).map((row) => row.workflowId)

test('a lost Temporal store is reported until a sweep has started every payment and scanner again', async () => {
  const { id } = await shop.ask({ amount: 60, blockchain: 'BTC' })
  expect(await isStoreLost(relayTo('first'))).toBe(false)
  await sweep(relayTo('first'))
  expect(await isStoreLost(relayTo('first'))).toBe(false)
  await tables(shop.ctx.orm.em.fork()).deleteFrom('outbox').execute()
  expect(await isStoreLost(relayTo('second'))).toBe(true)
  await sweep(relayTo('second'))
  expect(await told()).toEqual(expect.arrayContaining([`payment/${id}`, 'chain-scanner/BTC', 'chain-scanner/ETH']))
  expect(await isStoreLost(relayTo('second'))).toBe(false)
})
