import { tables } from '@gateway/db/tables'
import type { Did } from '@gateway/domain/identity/did'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDid, storeParty } from '../../testing/test-identity.ts'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { storeReceipts } from '../../testing/test-receipt-rows.ts'
import { getReputation } from './get-reputation.ts'

const DAY_MS = 86_400_000

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

const daysAgo = (days: number): Date => new Date(ctx.clock.now().getTime() - days * DAY_MS)
const read = (did: Did) => getReputation(ctx, { did })

describe('the reputation of a DID', () => {
  test('is that of the published vector, from rows', async () => {
    const { did } = newDid()
    const author = await storeParty(ctx)
    await storeReceipts(
      ctx,
      did,
      { counterpartyDid: 'did:web:x.example', createdAt: daysAgo(90) },
      { counterpartyDid: 'did:web:x.example', usdCents: 99_900n, createdAt: daysAgo(45) },
      {
        kind: 'task',
        category: 'productivity.completion',
        rating: 4,
        weightHundredths: 375,
        usdCents: null,
        counterpartyDid: author.did,
        authorMerchantId: author.actor.merchantId,
        escrowId: ctx.ids.uuid(),
        source: null,
      },
    )
    const { reputation } = await read(did)
    expect([reputation.score, reputation.totalTasks]).toEqual([45.3, 3])
    const dispute = { category: 'economic.dispute', outcome: 'disputed', weightHundredths: -5_000, usdCents: null } as const
    await storeReceipts(ctx, did, dispute)
    expect((await read(did)).reputation.score).toBe(29.41)
  })

  test('is zero for a DID that nobody has heard of', async () => {
    expect(await read('did:web:nobody.example')).toMatchObject({
      version: 0n,
      computedAt: ctx.clock.now(),
      reputation: { score: 0, totalTasks: 0 },
    })
  })

  test('leaves out receipts that are not verified, and those that were withdrawn', async () => {
    const { did } = newDid()
    const [, verified] = await storeReceipts(ctx, did, { isVerified: false }, {})
    expect((await read(did)).reputation.totalTasks).toBe(1)
    await tables(ctx.orm.em.fork())
      .updateTable('receipt')
      .set({ withdrawnAt: ctx.clock.now(), withdrawnBy: 'operator' })
      .where('id', '=', verified?.id ?? '')
      .execute()
    expect((await read(did)).reputation).toMatchObject({ score: 0, totalTasks: 0 })
  })

  test('does not change when a receipt about another DID is written', async () => {
    const [{ did }, other] = [newDid(), newDid()]
    await storeReceipts(ctx, did, {})
    const before = await read(did)
    await storeReceipts(ctx, other.did, {})
    expect(await read(did)).toBe(before)
  })
})

describe('a computed reputation', () => {
  test('is kept for a minute, and then computed again', async () => {
    const { did } = newDid()
    await storeReceipts(ctx, did, {})
    const first = await read(did)
    ctx.clock.advance(59_999)
    expect(await read(did)).toBe(first)
    ctx.clock.advance(1)
    expect((await read(did)).computedAt).toEqual(ctx.clock.now())
  })

  test('is forgotten with the next receipt', async () => {
    const { did } = newDid()
    await storeReceipts(ctx, did, {})
    const first = await read(did)
    await storeReceipts(ctx, did, {})
    const second = await read(did)
    expect([second.reputation.totalTasks, second.version]).toEqual([2, first.version + 1n])
  })

  test('is computed once for readers at once', async () => {
    const { did } = newDid()
    await storeReceipts(ctx, did, {})
    const seen = await Promise.all(Array.from({ length: 20 }, () => read(did)))
    expect(new Set(seen).size).toBe(1)
  })

  test('is not kept when its receipts could not be read', async () => {
    const { did } = newDid()
    const [receipt] = await storeReceipts(ctx, did, { category: 'economic.loan' as 'economic.refund' })
    await expect(read(did)).rejects.toThrow('unknown category economic.loan')
    await expect(read(did)).rejects.toThrow('unknown category economic.loan')
    expect(receipt?.subjectDid).toBe(did)
  })
})
