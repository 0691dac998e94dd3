import { tables } from '@gateway/db/tables'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { eventually } from '@gateway/testing/wait'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPinningLoop } from './pinning-loop.ts'

let shop: TestShop
/** A shop whose signer receives the test's notifications, and searches by itself nothing older than its start. */
beforeEach(async () => void (shop = await openShop({ awaitPin: () => Promise.resolve('missing') }, 10)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const pinned = () => db().selectFrom('payout_terms_pin').select(['payoutTermsId', 'refused']).execute()

test('keepPinned pins a notified payment that the signer’s clock hides from every search, and ignores malformed notifications', async () => {
  const ears: ((payload: string) => void)[] = []
  const wakes: (() => void)[] = []
  const news = {
    on: (_channel: string, ear: (payload: string) => void) => void ears.push(ear),
    next: () => new Promise<void>((wake) => void wakes.push(wake)),
  }
  const ahead = { now: () => new Date(Date.now() + 86_400_000) }
  const role = runPinningLoop({ ...shop.signer, clock: ahead }, news)
  const running = role.run()
  await eventually('the signer to listen', async () => ears.length === 1 && wakes.length > 0)
  await shop.ask({ amount: 60, blockchain: 'ETH' })
  const { id } = await db().selectFrom('payout_terms').select('id').executeTakeFirstOrThrow()
  const cry = (payload: string) => {
    for (const ear of ears) ear(payload)
    for (const wake of wakes.splice(0)) wake()
  }
  cry(`'; DROP TABLE payout_terms; --,${id}`)
  await eventually('the pin', async () => (await pinned()).length === 1)
  expect(await pinned()).toEqual([{ payoutTermsId: id, refused: null }])
  role.stop()
  const awake = setInterval(() => cry(''), 20)
  await running
  clearInterval(awake)
})
