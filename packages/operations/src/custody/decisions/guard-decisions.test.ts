import { tables } from '@gateway/db/tables'
import { runFolder } from '@gateway/testing/run-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPauses } from '../pauses/pause-payouts.ts'
import { openHighWaterFile } from '../recovery/high-water-file.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import type { PayContext } from '../../lightning/lifecycle/lightning-context.ts'
import { guardDecisions } from './guard-decisions.ts'

let shop: LightningShop
let payer: PayContext
beforeAll(async () => {
  shop = await openLightningShop()
  await shop.enable('main')
  await shop.fund('main', 5_000_000)
})
afterAll(() => closeLightningShop(shop))
beforeEach(() => void (payer = { ...shop.payer, sequence: openHighWaterFile(join(runFolder(), `lightning-${randomUUID()}`)) }))

const countOf = async (): Promise<bigint> => {
  const db = tables(shop.ctx.orm.em.fork())
  return BigInt((await db.selectFrom('decision_count').select('seq').where('role', '=', 'lightning').executeTakeFirstOrThrow()).seq)
}
const paused = async () => (await listPauses(shop.ctx)).filter(({ scope }) => scope === 'lightning')

describe('the file of the decisions of Lightning', () => {
  test('begins with a database that knows none, and pauses nothing', async () => {
    await guardDecisions(payer)()
    expect([payer.sequence.highestAttempt(), await paused()]).toEqual([0n, []])
  })

  test('has each decision before the node is called by it', async () => {
    const noted: (bigint | undefined)[] = []
    const { send } = shop.node.pay
    Object.assign(shop.node.pay, {
      send: async (...wanted: Parameters<typeof send>) => {
        noted.push(shop.payer.sequence.highestAttempt())
        return send(...wanted)
      },
    })
    await shop.send('main', shop.node.foreign().paymentRequest)
    Object.assign(shop.node.pay, { send })
    expect(noted).toEqual([await countOf()])
  })

  test('keeps the node from being called by a restored database', async () => {
    const called = shop.node.sent.length
    const known = await countOf()
    shop.payer.sequence.recordAttempt(known + 100n)
    const { id } = await shop.sendPending('main', shop.node.foreign().paymentRequest)
    expect([shop.node.sent.length, (await shop.payment(id)).state]).toEqual([called, 'pending'])
    shop.payer.sequence.recordAccepted(await countOf())
    shop.failures.length = 0
    await shop.workAfter(10 * 60_000)
    expect(await shop.payment(id)).toMatchObject({ state: 'settled' })
  })

  test.each([
    ['a database with fewer decisions', (known: bigint) => payer.sequence.recordAttempt(known + 5n), 'was restored from a backup'],
    ['a file that is lost', () => {}, 'is missing'],
  ])('pauses sends for %s, until operators lift it while the role runs', async (_what, prepare, reason) => {
    prepare(await countOf())
    const guard = guardDecisions(payer)
    await guard()
    await guard()
    expect(await paused()).toEqual([expect.objectContaining({ pausedBy: 'lightning', reason: expect.stringContaining(reason) })])
    await liftPause(shop.signer, 'lightning')
    await guardDecisions(payer)()
    expect(await paused()).toHaveLength(1)
    await guard()
    await liftPause(shop.signer, 'lightning')
    await guard()
    expect([payer.sequence.highestAttempt(), await paused()]).toEqual([await countOf(), []])
  })
})
