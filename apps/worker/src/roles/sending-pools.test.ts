import { tables } from '@gateway/db/tables'
import { findLightningRequest } from '@gateway/db/lightning/request-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { LightningWanted } from '@gateway/domain/lightning/request'
import { createLightningInvoice } from '@gateway/operations/lightning/invoices/create-lightning-invoice'
import { guardDecisions } from '@gateway/operations/custody/decisions/guard-decisions'
import { askNode } from '@gateway/operations/lightning/lifecycle/ask-node'
import { enableWallet } from '@gateway/operations/lightning/wallets/enable-wallet'
import { findWallet } from '@gateway/operations/lightning/wallets/find-wallet'
import { storeMerchant } from '@gateway/operations/testing/test-context'
import { openBusiness } from '@gateway/operations/testing/test-shop'
import { closeLightningShop, type LightningShop, openLightningShop } from '@gateway/operations/testing/test-lightning'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningRole, together } from '../running-role.ts'
import { sendingPools } from './sending-pools.ts'

const MERCHANTS = 4
/** Wallets of each merchant, and sends of each wallet: more than it may have called at once. */
const PAYERS = ['a', 'b']
const SENDS = 9
const ALL = MERCHANTS * PAYERS.length * SENDS
const IN_TIME = { timeout: 20_000 }

let shop: LightningShop
let pools: RunningRole
let running: Promise<void>
const release = Promise.withResolvers<void>()
const called: string[] = []
const merchants: Actor[] = []
beforeAll(async () => {
  shop = await openLightningShop()
  merchants.push(shop.actor)
  while (merchants.length < MERCHANTS) merchants.push(await storeMerchant(shop.ctx))
  for (const actor of merchants.slice(1)) await openBusiness(shop.ctx, actor)
  for (const actor of merchants) for (const walletId of [...PAYERS, 'other']) await fund(actor, walletId)
  const { pay } = shop.node
  const send: typeof pay.send = async (wanted) => {
    called.push(wanted.paymentHash)
    await release.promise
    return pay.send(wanted)
  }
  const held = { ...shop.payer, pay: { ...pay, send } }
  pools = together(sendingPools(held, { role: 'lightning', guard: guardDecisions(held), asked: () => pause(20), booked: () => pause(20) }))
  running = pools.run()
})
afterAll(async () => {
  release.resolve()
  pools.stop()
  await running
  await closeLightningShop(shop)
})

/** Enables a wallet with the money for its sends. */
async function fund(actor: Actor, walletId: string): Promise<void> {
  await enableWallet(shop.ctx, { actor, wish: { walletId } })
  const amountSats = BigInt(SENDS) * 1_010_000n
  const { paymentHash } = await createLightningInvoice(shop.ctx, { actor, wish: { walletId, amountSats } })
  shop.node.payFromOutside(paymentHash)
  await shop.workAfter(60_000)
}

async function ask(place: { readonly actor: Actor; readonly walletId: string }, wanted: LightningWanted): Promise<string> {
  const wallet = await findWallet(shop.ctx, place)
  return askNode(shop.ctx, { wallet, wanted })
}

function askToSend(actor: Actor, walletId: string): Promise<string> {
  const { paymentRequest } = shop.node.foreign()
  return ask({ actor, walletId }, { kind: 'send', paymentRequest, amountMsat: null, destination: paymentRequest, descriptionHash: null })
}

const states = async () => {
  const rows = await tables(shop.ctx.orm.em.fork())
    .selectFrom('lightning_payment')
    .select('state')
    .where('direction', '=', 'outgoing')
    .execute()
  return rows.map(({ state }) => state)
}

const askForAll = async (actor: Actor, walletId: string): Promise<void> => {
  for (let made = 0; made < SENDS; made++) await askToSend(actor, walletId)
}

test('a wallet has eight calls at once and a merchant sixteen, and while payees hold every call invoices are read and sends are booked', async () => {
  const { actor } = shop
  await askForAll(actor, 'a')
  await expect.poll(async () => (await states()).length, IN_TIME).toBe(SENDS)
  await expect.poll(() => called.length, IN_TIME).toBe(8)
  await askForAll(actor, 'b')
  await askToSend(actor, 'other')
  await expect.poll(async () => (await states()).length, IN_TIME).toBe(2 * SENDS + 1)
  await expect.poll(() => called.length, IN_TIME).toBe(16)
  for (const other of merchants.slice(1)) for (const payer of PAYERS) await askForAll(other, payer)
  await expect.poll(async () => (await states()).length, IN_TIME).toBe(ALL + 1)
  await expect.poll(() => called.length, IN_TIME).toBe(MERCHANTS * 16)
  const { paymentRequest } = shop.node.foreign()
  const asked = [await ask({ actor, walletId: 'other' }, { kind: 'read', paymentRequest }), await askToSend(actor, 'other')]
  for (const id of asked)
    await expect.poll(async () => (await findLightningRequest(shop.ctx.orm.em.fork(), { id }))?.state, IN_TIME).toBe('taken')
  expect(called).toHaveLength(MERCHANTS * 16)
  expect(new Set(await states())).toEqual(new Set(['pending']))
  release.resolve()
  const all = ALL + 2
  await expect.poll(states, IN_TIME).toEqual(Array.from({ length: all }, () => 'settled'))
  expect([called.length, new Set(called).size]).toEqual([all, all])
})
