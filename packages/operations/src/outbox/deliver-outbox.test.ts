import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '../jobs/sweep.ts'
import { openChain } from '../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { transaction } from '../kernel/transaction.ts'
import { deliverOutbox, type RelayContext } from './deliver-outbox.ts'
import { enqueue } from './enqueue.ts'

let shop: TestShop
let ctx: RelayContext
let delivered: string[]
/** Temporal's answer to a message; tests replace it. */
let temporal: (workflowId: string) => Promise<void>
let identity = 'store-1'
beforeAll(async () => void (shop = await openShop({}, 5)))
afterAll(() => closeShop(shop))
beforeEach(async () => {
  delivered = []
  temporal = async () => {}
  await db().deleteFrom('outbox').execute()
  ctx = {
    ...shop.ctx,
    temporal: {
      async deliver(workflowId, message) {
        await temporal(workflowId)
        delivered.push(`${workflowId} ${message.summary}`)
      },
      readIdentity: async () => identity,
    },
  }
})

const db = () => tables(shop.ctx.orm.em.fork())
const rows = () => db().selectFrom('outbox').selectAll().orderBy('id').execute()
const message = (workflowId: string, summary: string) => ({
  workflowId,
  message: { workflow: 'payment', taskQueue: 'payments', args: [], summary },
})
const tell = (...messages: readonly (readonly [string, string])[]) =>
  transaction(ctx, (em) =>
    enqueue(
      em,
      ctx,
      messages.map(([workflowId, summary]) => message(workflowId, summary)),
    ),
  )

describe('messages for Temporal', () => {
  test('delivers and deletes messages, of several for one workflow only the newest', async () => {
    await tell(['a', '1'], ['b', '1'], ['a', '2'])
    expect(await deliverOutbox(ctx)).toBe(3)
    expect(delivered.toSorted()).toEqual(['a 2', 'b 1'])
    expect(await rows()).toEqual([])
  })

  test('a rolled-back transaction leaves no message', async () => {
    await expect(
      transaction(ctx, async (em) => {
        await enqueue(em, ctx, [message('a', '1')])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await deliverOutbox(ctx)).toBe(0)
  })

  test('keeps messages while Temporal is away and retries with growing delays', async () => {
    temporal = () => Promise.reject(new Error('no connection'))
    await tell(['a', '1'])
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      await deliverOutbox(ctx)
      const [row] = await rows()
      waits.push((row?.availableAt.getTime() ?? 0) - ctx.clock.now().getTime())
      expect(await deliverOutbox(ctx)).toBe(0)
      shop.ctx.clock.set(row?.availableAt ?? ctx.clock.now())
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    expect(await rows()).toMatchObject([{ lastProblem: 'no connection' }])
  })

  test('a failing message does not delay those of other workflows', async () => {
    temporal = (workflowId) => (workflowId === 'a' ? Promise.reject(new Error('refused')) : Promise.resolve())
    await tell(['a', '1'], ['b', '1'])
    await deliverOutbox(ctx)
    expect(delivered).toEqual(['b 1'])
    expect((await rows()).map((row) => row.workflowId)).toEqual(['a'])
  })

  test('each message is claimed by exactly one of several relays', async () => {
    await tell(...Array.from({ length: 40 }, (_, number) => [`w${number}`, '1'] as const))
    const counts = await Promise.all([1, 2, 3, 4].map(() => deliverOutbox(ctx)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(new Set(delivered).size).toBe(40)
    expect(delivered).toHaveLength(40)
  })

  test('a message of a dead relay is delivered after its claim expires', async () => {
    temporal = () => new Promise(() => {})
    await tell(['a', '1'])
    void deliverOutbox(ctx)
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
    temporal = async () => {}
    expect(await deliverOutbox(ctx)).toBe(0)
    shop.ctx.clock.advance(30_000)
    await deliverOutbox(ctx)
    expect(delivered).toEqual(['a 1'])
  })

  test('newly committed messages can be delivered on their own', async () => {
    const [, second = ''] = await tell(['a', '1'], ['b', '1'])
    await deliverOutbox(ctx, { ids: [second] })
    expect(delivered).toEqual(['b 1'])
  })
})

describe('the sweep', () => {
  const workflows = async () => (await rows()).map((row) => row.workflowId)

  test('keeps scanners running and wakes mailboxes with due deliveries', async () => {
    await shop.ask({ amount: 60, blockchain: 'BTC' })
    await db().deleteFrom('outbox').execute()
    await sweep(ctx)
    expect(await workflows()).toEqual(expect.arrayContaining(['chain-scanner/BTC', 'chain-scanner/ETH']))
    expect((await workflows()).some((id) => id.startsWith('webhook-endpoint/'))).toBe(true)
  })

  test('starts every open payment again when Temporal has lost its store, and only then', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await sweep(ctx)
    await db().deleteFrom('outbox').execute()
    await sweep(ctx)
    expect(await workflows()).not.toContain(`payment/${payment.id}`)
    identity = 'store-2'
    await sweep(ctx)
    expect(await workflows()).toContain(`payment/${payment.id}`)
    await db().deleteFrom('outbox').execute()
    await sweep(ctx)
    expect(await workflows()).not.toContain(`payment/${payment.id}`)
  })
  test('goes on without Temporal, and restarts what its lost store held once it is back', async () => {
    await openChain(shop.ctx, 'BTC')
    const lapsed = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await sweep(ctx)
    await db().updateTable('chain_cursor').set({ knownUntil: lapsed.expiresAt }).where('chain', '=', 'BTC').execute()
    shop.ctx.clock.set(new Date(lapsed.expiresAt.getTime() + 30_000))
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await db().deleteFrom('outbox').execute()
    const away = { ...ctx, temporal: { ...ctx.temporal, readIdentity: () => Promise.reject(new Error('no connection')) } }
    await sweep(away)
    expect((await shop.read(lapsed.id)).state).toBe('expired')
    expect(await workflows()).not.toContain('chain-scanner/BTC')
    identity = 'store-3'
    await sweep(ctx)
    expect(await workflows()).toContain(`payment/${payment.id}`)
  })

  test('starts every open payment again after a sweep that failed amid the restarts', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await sweep(ctx)
    await db().deleteFrom('outbox').execute()
    identity = 'store-4'
    await sql`ALTER TABLE outbox ADD CONSTRAINT nailed CHECK (workflow_id NOT LIKE 'payment/%')`.execute(db())
    await expect(sweep(ctx)).rejects.toThrow('nailed')
    await sql`ALTER TABLE outbox DROP CONSTRAINT nailed`.execute(db())
    await sweep(ctx)
    expect(await workflows()).toContain(`payment/${payment.id}`)
  })
})
