import { newDid } from '../../testing/test-identity.ts'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { storeReceipts } from '../../testing/test-receipt-rows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReceipts } from './list-receipts.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

test('receipts are listed newest first, each once, by their place or by the one before them, whoever comes in between', async () => {
  const [{ did }, other] = [newDid(), newDid()]
  const at = ctx.clock.now().getTime()
  // Several of one moment, so that their ids decide.
  const chosen = Array.from({ length: 9 }, (_, place) => ({ createdAt: new Date(at - Math.floor(place / 3) * 1_000) }))
  const stored = await storeReceipts(ctx, did, ...chosen)
  await storeReceipts(ctx, other.did, {}, {})
  const inOrder = stored.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
  const idsOf = async (more: { readonly offset?: number; readonly before?: string }) => {
    const { receipts, total } = await listReceipts(ctx, { did, limit: 4, offset: 0, ...more })
    return { ids: receipts.map(({ id }) => id), total }
  }
  expect(await idsOf({})).toEqual({ ids: inOrder.slice(0, 4), total: 9 })
  expect(await idsOf({ offset: 4 })).toEqual({ ids: inOrder.slice(4, 8), total: 9 })
  await storeReceipts(ctx, did, { createdAt: new Date(at + 1_000) })
  expect(await idsOf({ before: inOrder[3] ?? '' })).toEqual({ ids: inOrder.slice(4, 8), total: 5 })
  expect(await idsOf({ before: inOrder[8] ?? '' })).toEqual({ ids: [], total: 0 })
  expect(await idsOf({ before: ctx.ids.uuid() })).toEqual({ ids: [], total: 0 })
})
