import { tables } from '@gateway/db/tables'
import { findLightningRequest } from '@gateway/db/lightning/request-queries'
import type { LightningWanted } from '@gateway/domain/lightning/request'
import { guardSends } from '@gateway/operations/lightning/guard/guard-sends'
import { askNode } from '@gateway/operations/lightning/lifecycle/ask-node'
import { findWallet } from '@gateway/operations/lightning/wallets/find-wallet'
import { closeLightningShop, type LightningShop, openLightningShop } from '@gateway/operations/testing/test-lightning'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningRole, together } from '../running-role.ts'
import { sendingPools } from './sending-pools.ts'

const PAYERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const SENDS = 9
const IN_TIME = { timeout: 20_000 }

let shop: LightningShop
let pools: RunningRole
let running: Promise<void>
const release = Promise.withResolvers<void>()
const called: string[] = []
beforeAll(async () => {
  shop = await openLightningShop()
  for (const walletId of [...PAYERS, 'other']) {
    await shop.enable(walletId)
    await shop.fund(walletId, SENDS * 1_010)
  }
  const { pay } = shop.node
  const send: typeof pay.send = async (wanted) => {
    called.push(wanted.paymentHash)
    await release.promise
    return pay.send(wanted)
  }
  const held = { ...shop.payer, pay: { ...pay, send } }
  pools = together(sendingPools(held, { role: 'lightning', guard: guardSends(held), asked: () => pause(20), booked: () => pause(20) }))
  running = pools.run()
})
afterAll(async () => {
  release.resolve()
  pools.stop()
  await running
  await closeLightningShop(shop)
})

async function ask(walletId: string, wanted: LightningWanted): Promise<string> {
  const wallet = await findWallet(shop.ctx, { actor: shop.actor, walletId })
  return askNode(shop.ctx, { wallet, wanted })
}

function askToSend(walletId: string): Promise<string> {
  const { paymentRequest } = shop.node.foreign()
  return ask(walletId, { kind: 'send', paymentRequest, amountMsat: null, destination: paymentRequest, descriptionHash: null })
}

const states = async () => {
  const rows = await tables(shop.ctx.orm.em.fork())
    .selectFrom('lightning_payment')
    .select('state')
    .where('direction', '=', 'outgoing')
    .execute()
  return rows.map(({ state }) => state)
}

test('a wallet has eight calls at once, and while payees hold every call invoices are read and sends are booked', async () => {
  for (let made = 0; made < SENDS; made++) await askToSend('a')
  await expect.poll(async () => (await states()).length, IN_TIME).toBe(SENDS)
  await expect.poll(() => called.length, IN_TIME).toBe(8)
  for (const payer of PAYERS.slice(1)) for (let made = 0; made < SENDS; made++) await askToSend(payer)
  await expect.poll(async () => (await states()).length, IN_TIME).toBe(PAYERS.length * SENDS)
  await expect.poll(() => called.length, IN_TIME).toBe(PAYERS.length * 8)
  const asked = [await ask('other', { kind: 'read', paymentRequest: shop.node.foreign().paymentRequest }), await askToSend('other')]
  for (const id of asked)
    await expect.poll(async () => (await findLightningRequest(shop.ctx.orm.em.fork(), { id }))?.state, IN_TIME).toBe('taken')
  expect(called).toHaveLength(PAYERS.length * 8)
  expect(new Set(await states())).toEqual(new Set(['pending']))
  release.resolve()
  const all = PAYERS.length * SENDS + 1
  await expect.poll(states, IN_TIME).toEqual(Array.from({ length: all }, () => 'settled'))
  expect([called.length, new Set(called).size]).toEqual([all, all])
})
