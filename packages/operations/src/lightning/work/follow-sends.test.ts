import { tables } from '@gateway/db/tables'
import { lightningSendWorkflowId } from '@gateway/workflows/lightning/signals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { followSends } from './follow-sends.ts'
import { restartSends } from './restart-sends.ts'

let shop: LightningShop
let wallet: string
let count = 0
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(() => closeLightningShop(shop))
beforeEach(async () => {
  wallet = `w${++count}`
  await shop.enable(wallet)
  await shop.fund(wallet, 10_000)
})

const MINUTE_MS = 60_000
const messages = async (id: string) => {
  const workflowId = lightningSendWorkflowId(id)
  const rows = await tables(shop.ctx.orm.em.fork())
    .selectFrom('outbox')
    .select('message')
    .where('workflowId', '=', workflowId)
    .orderBy('id')
    .execute()
  return rows.map(({ message }) => message)
}
const pendingSend = async () => {
  const { paymentRequest, paymentHash } = shop.node.foreign()
  shop.node.outcomes.set(paymentHash, { kind: 'in_flight' })
  const { id } = await shop.sendPending(wallet, paymentRequest)
  const end = async (): Promise<void> => {
    shop.node.outcomes.set(paymentHash, { kind: 'failed', reason: 'NO_ROUTE', createdAt: shop.ctx.clock.now() })
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'failed' })
  }
  return { id, end }
}

describe('the workflow of a send', () => {
  test('is not begun for a send that ends within a second, whose outcome is told to nobody', async () => {
    const ended = await shop.send(wallet, shop.node.foreign().paymentRequest)
    const { id, end } = await pendingSend()
    shop.ctx.clock.advance(999)
    await followSends(shop.payer)
    expect([await messages(ended.id), await messages(id)]).toEqual([[], []])
    await end()
    await followSends(shop.payer)
    expect(await messages(id)).toEqual([])
  })

  test('is begun once for a send that lasts for a second, and told the outcome', async () => {
    const { id, end } = await pendingSend()
    shop.ctx.clock.advance(1_000)
    await followSends(shop.payer)
    await followSends(shop.payer)
    const begun = { workflow: 'lightningSend', args: [{ paymentId: id }] }
    expect(await messages(id)).toMatchObject([begun])
    await end()
    const told = { signal: { name: 'lightningSendAdvanced', args: [{ state: 'failed' }] }, onlyIfRunning: true }
    expect(await messages(id)).toMatchObject([begun, told])
  })

  test('is begun again for a pending send that had one, once all runs are lost', async () => {
    const [lasting, fresh] = [await pendingSend(), await pendingSend()]
    shop.ctx.clock.advance(1_000)
    await tables(shop.ctx.orm.em.fork())
      .updateTable('lightning_attempt')
      .set({ hasWorkflow: true })
      .where('paymentId', '=', lasting.id)
      .execute()
    expect(await restartSends(shop.ctx)).toBe(1)
    expect([(await messages(lasting.id)).length, await messages(fresh.id)]).toEqual([1, []])
    await lasting.end()
    await fresh.end()
  })
})
