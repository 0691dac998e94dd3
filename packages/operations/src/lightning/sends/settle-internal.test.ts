import { saveLightningFunds } from '@gateway/db/lightning/funds-queries'
import { tables } from '@gateway/db/tables'
import { defaultLightningLimits } from '@gateway/domain/lightning/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { lightningMetrics } from '../../observability/metrics/lightning-metrics.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { listOperatorLightning } from '../portal/list-operator-lightning.ts'
import { readLightningDetail } from '../portal/read-lightning-detail.ts'
import { carryOutSend } from './carry-out-send.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let shop: LightningShop
let wallet: string
let payee: string
let count = 0
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(() => closeLightningShop(shop))
beforeEach(async () => {
  ;[wallet, payee] = [`w${++count}`, `p${count}`]
  for (const walletId of [wallet, payee]) await shop.enable(walletId)
  await shop.fund(wallet, 10_000)
  await pauseSends()
})

const pauseSends = () => pausePayouts(shop.ctx, { scope: 'lightning', reason: 'a test', by: 'test' })
const liftPause = () =>
  tables(shop.ctx.orm.em.fork())
    .updateTable('pause')
    .set({ pausedAt: null, pausedBy: null, reason: null })
    .where('scope', '=', 'lightning')
    .execute()

/** A send inside the service that is booked while sends are paused. */
const inside = async (sats: number): Promise<string> =>
  (await shop.sendPending(wallet, (await shop.invoice(payee, sats)).paymentRequest)).id
/** One of 1000 sats to the node. */
async function outside(): Promise<string> {
  const expiresAt = new Date(shop.ctx.clock.now().getTime() + DAY_MS)
  return (await shop.sendPending(wallet, shop.node.foreign({ expiresAt }).paymentRequest)).id
}

describe('the cap of a wallet and hour', () => {
  const capped = { ...defaultLightningLimits, walletHourSats: 2_020n }
  const carryOut = (id: string, limits = capped) => carryOutSend({ ...shop.payer, lightningLimits: limits }, { id })
  const statesAfter = async (ids: readonly string[], limits = capped) => {
    shop.ctx.clock.advance(MINUTE_MS)
    for (const id of ids) await carryOut(id, limits)
    return Promise.all(ids.map(async (id) => (await shop.payment(id)).state))
  }

  test('holds sends inside the service as those to the node, and counts both together until the hour is over', async () => {
    const ids = [await inside(1_900), await inside(200), await outside()]
    await liftPause()
    expect(await statesAfter(ids)).toEqual(['settled', 'pending', 'pending'])
    const { paymentHash } = await shop.payment(ids[1] ?? '')
    expect((await shop.node.invoices.lookUpInvoice(paymentHash)).state).toBe('open')
    shop.ctx.clock.advance(30 * MINUTE_MS)
    expect(await statesAfter(ids.slice(1))).toEqual(['pending', 'pending'])
    shop.ctx.clock.advance(30 * MINUTE_MS)
    expect(await statesAfter(ids.slice(2))).toEqual(['settled'])
    await shop.work()
  })

  test('counts one that waits for the node to cancel its invoice', async () => {
    const [first, second] = [await inside(1_900), await inside(200)]
    await liftPause()
    shop.ctx.clock.advance(MINUTE_MS)
    shop.node.isAway = true
    await expect(carryOut(first)).rejects.toMatchObject({ code: 'LIGHTNING_UNAVAILABLE' })
    await carryOut(second)
    shop.node.isAway = false
    expect(await statesAfter([second, first])).toEqual(['pending', 'settled'])
    await shop.workAfter(MINUTE_MS)
    expect((await shop.payment(second)).state).toBe('settled')
  })

  test('is all that limits them: what the node holds does not', async () => {
    const channels = { localMsat: 400_000_000_000n, unsettledLocalMsat: 0n, pendingLocalMsat: 0n, remoteMsat: 0n, owedMsat: 0n }
    await saveLightningFunds(shop.ctx.orm.em.fork(), { ...channels, asOf: shop.ctx.clock.now() })
    const ids = [await inside(1_000), await outside()]
    await liftPause()
    expect(await statesAfter(ids, { ...defaultLightningLimits, hotBalanceSats: 1n })).toEqual(['settled', 'pending'])
    await shop.workAfter(MINUTE_MS)
  })
})

describe('a pause that comes while the node cancels the invoice', () => {
  const withFile = { pause: async () => {}, isFile: true }
  const withRow = { pause: pauseSends, isFile: false }

  test.each([withRow, withFile])('keeps the transfer from being posted, by a file: $isFile', async ({ pause, isFile }) => {
    const id = await inside(1_000)
    await liftPause()
    shop.ctx.clock.advance(MINUTE_MS)
    const { pay } = shop.payer
    let isCancelled = false
    const cancelInvoice: typeof pay.cancelInvoice = async (hash) => {
      const cancelled = await pay.cancelInvoice(hash)
      await pause()
      isCancelled = true
      return cancelled
    }
    await carryOutSend({ ...shop.payer, pay: { ...pay, cancelInvoice }, isPausedByFile: () => isFile && isCancelled }, { id })
    expect([isCancelled, (await shop.payment(id)).state]).toEqual([true, 'pending'])
    expect(await shop.balance(payee)).toEqual({ availableMsat: 0n, reservedMsat: 0n })
    await liftPause()
    await shop.workAfter(MINUTE_MS)
    expect((await shop.payment(id)).state).toBe('settled')
    expect(await shop.balance(payee)).toEqual({ availableMsat: 1_000_000n, reservedMsat: 0n })
  })
})

describe('a held send inside the service', () => {
  const seen = async (id: string) => {
    const { isHeld, handedAt } = await readLightningDetail(shop.ctx, { actor: shop.actor, id })
    const desk = { ...shop.ctx, temporalUi: 'http://temporal.example', lightningCapSats: 1n }
    const { sends } = await listOperatorLightning(desk)
    const held = lightningMetrics.find(({ name }) => name === 'lightning_sends_held')
    const counted = await held?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork()))
    return { isHeld, handedAt, problem: sends.find((send) => send.id === id)?.problem, counted: counted?.rows }
  }
  const counts = (limit: number, paused: number) => [
    { reason: 'limit', value: limit },
    { reason: 'paused', value: paused },
  ]

  test('says why, to its merchant and to operators, until it is begun', async () => {
    const id = await inside(1_000)
    expect(await seen(id)).toEqual({ isHeld: true, handedAt: null, problem: 'paused:lightning', counted: counts(0, 1) })
    await liftPause()
    shop.ctx.clock.advance(MINUTE_MS)
    await carryOutSend({ ...shop.payer, lightningLimits: { ...defaultLightningLimits, walletHourSats: 999n } }, { id })
    expect(await seen(id)).toEqual({ isHeld: true, handedAt: null, problem: 'lightning_wallet_hour', counted: counts(1, 0) })
    shop.ctx.clock.advance(MINUTE_MS)
    shop.node.isAway = true
    await expect(carryOutSend(shop.payer, { id })).rejects.toMatchObject({ code: 'LIGHTNING_UNAVAILABLE' })
    shop.node.isAway = false
    expect(await seen(id)).toEqual({ isHeld: false, handedAt: null, problem: null, counted: counts(0, 0) })
    await shop.workAfter(MINUTE_MS)
  })

  test('fails once its invoice has expired, and its money is free', async () => {
    const id = await inside(1_000)
    expect(await shop.balance(wallet)).toEqual({ availableMsat: 9_000_000n, reservedMsat: 1_000_000n })
    await shop.workAfter(61 * MINUTE_MS)
    expect((await shop.payment(id)).state).toBe('failed')
    expect(await shop.balance(wallet)).toEqual({ availableMsat: 10_000_000n, reservedMsat: 0n })
    await liftPause()
  })
})
