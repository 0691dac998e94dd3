import { PortalLightningBalanceInput, presentLightningSum } from '@gateway/contract/lightning/portal-balance'
import { presentLightningLine } from '@gateway/contract/lightning/portal-csv'
import { presentLightningDetail } from '@gateway/contract/lightning/portal-detail'
import {
  ExportLightningInput,
  PortalLightningInput,
  PortalLightningWalletsInput,
  presentLightningPage,
  presentLightningWallets,
} from '@gateway/contract/lightning/portal-lists'
import { presentOperatorLightning } from '@gateway/contract/lightning/operator'
import { saveLightningFunds } from '@gateway/db/lightning/funds-queries'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lightningRows } from '../../testing/test-lightning-rows.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { enableWallet } from '../wallets/enable-wallet.ts'
import { registerAddress } from '../wallets/register-address.ts'
import { listOperatorLightning } from './list-operator-lightning.ts'
import { exportPortalLightning, listPortalLightning } from './list-portal-lightning.ts'
import { listPortalWallets } from './list-portal-wallets.ts'
import { readLightningDetail } from './read-lightning-detail.ts'
import { sumPortalBalances } from './sum-portal-balances.ts'

let shop: TestShop
let rows: ReturnType<typeof lightningRows>
beforeAll(async () => {
  shop = await openShop({}, 1)
  const { seen } = await enableWallet(shop.ctx, { actor: shop.actor, wish: { walletId: 'main' } })
  rows = lightningRows(shop, seen.wallet)
})
afterAll(() => shop.ctx.close())

const stranger = () => ({ ...shop.actor, merchantId: shop.ctx.ids.uuid() })
const wish = (more: object = {}) => PortalLightningInput.parse({ business_id: shop.businessId, ...more })
const list = async (more: object = {}) => presentLightningPage(await listPortalLightning(shop.ctx, { actor: shop.actor, wish: wish(more) }))
const idsOf = async (more: object) => (await list(more)).payments.map(({ id }) => id)
const detail = async (id: string) => presentLightningDetail(await readLightningDetail(shop.ctx, { actor: shop.actor, id }))

test('Lightning payments are found by wallet, direction, status, day, id, hash and words, a page at a time', async () => {
  const beans = await rows.add({ description: 'Sidama beans', state: 'settled' })
  const sent = await rows.add({ direction: 'outgoing', description: 'Rent', reserveMsat: 10_000n })
  const hash = 'ab'.repeat(32)
  const open = await rows.add({ paymentHash: hash, description: null })
  expect(await idsOf({})).toEqual([open, sent, beans])
  expect(await idsOf({ direction: 'outgoing' })).toEqual([sent])
  expect(await idsOf({ status: 'settled' })).toEqual([beans])
  expect(await idsOf({ wallet_id: 'other' })).toEqual([])
  for (const q of [beans, 'sidama', 'sidama bea']) expect(await idsOf({ q })).toEqual([beans])
  expect(await idsOf({ q: hash.toUpperCase() })).toEqual([open])
  expect(await idsOf({ q: 'nothing' })).toEqual([])
  const day = shop.ctx.clock.now().toISOString().slice(0, 10)
  expect(await idsOf({ date_from: day, date_to: day })).toEqual([open, sent, beans])
  expect(await idsOf({ date_to: '2020-01-01' })).toEqual([])
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ total: 3, total_is_capped: false, next_cursor: sent })
  expect(await idsOf({ limit: 2, cursor: first.next_cursor })).toEqual([beans])
  await expect(listPortalLightning(shop.ctx, { actor: stranger(), wish: wish() })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a search that finds more than a thousand Lightning payments loses none of them, neither behind a filter nor in the export', async () => {
  const first = await rows.add({ description: 'Reorder' })
  await sql`INSERT INTO lightning_payment SELECT copy.* FROM lightning_payment, generate_series(1, 1001) n, jsonb_populate_record(lightning_payment,
    jsonb_build_object('id', md5('l' || n), 'payment_hash', encode(sha256(n::text::bytea), 'hex'), 'created_at', timestamptz '2020-01-01')) copy
    WHERE lightning_payment.id = ${first}::uuid`.execute(tables(shop.ctx.orm.em.fork()))
  expect(await idsOf({ q: 'reord', date_from: '2020-01-02' })).toEqual([first])
  expect(await list({ q: 'reord', limit: 1 })).toMatchObject({ payments: [{ id: first }], total: 1_000, total_is_capped: true })
  const asked = ExportLightningInput.parse({ business_id: shop.businessId, q: 'reord' })
  let lines = 0
  for await (const page of await exportPortalLightning(shop.ctx, { actor: shop.actor, wish: asked })) lines += page.length
  expect(lines).toBe(1_002)
})

test('an export has a line for each Lightning payment, exact to the millisatoshi', async () => {
  await rows.add({
    direction: 'outgoing',
    description: 'Odd, exactly',
    amountMsat: 1_001n,
    reserveMsat: 10_000n,
    feeMsat: 999n,
    state: 'settled',
  })
  const asked = ExportLightningInput.parse({ business_id: shop.businessId, q: 'exactly' })
  const lines: string[] = []
  for await (const page of await exportPortalLightning(shop.ctx, { actor: shop.actor, wish: asked }))
    lines.push(...page.map(presentLightningLine))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/,main,outgoing,settled,1\.001,0\.999,[0-9a-f]{64},[0-9a-f]{64},ada@pay\.example,"Odd, exactly"\r\n$/)
  await expect(exportPortalLightning(shop.ctx, { actor: stranger(), wish: asked })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a send tells what is reserved for it, whether it is held, and whether the node was asked to pay it', async () => {
  const id = await rows.add({ direction: 'outgoing', amountMsat: 5_000_500n, reserveMsat: 50_005n })
  expect(await detail(id)).toMatchObject({
    payment: { id, status: 'pending', amount_msat: 5_000_500 },
    reserve_sats: 51,
    fee_msat: 0,
    handed_at: null,
    is_held: false,
    is_internal: false,
    lnurl: false,
  })
  const held = await rows.add({ direction: 'outgoing', reserveMsat: 10_000n })
  await rows.attempt(held, { calls: 0, lastProblem: 'lightning_wallet_hour' })
  expect(await detail(held)).toMatchObject({ handed_at: null, is_held: true })
  await rows.attempt(id, { calls: 1, lastProblem: 'in_flight' })
  expect(await detail(id)).toMatchObject({ is_held: false, handed_at: shop.ctx.clock.now().toISOString() })
  await expect(readLightningDetail(shop.ctx, { actor: stranger(), id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('wallets are listed with their address, and with what is available beside what is reserved', async () => {
  await enableWallet(shop.ctx, { actor: shop.actor, wish: { walletId: 'pop-up' } })
  const { seen } = await registerAddress(shop.ctx, { actor: shop.actor, wish: { walletId: 'main', username: 'kestrel' } })
  const asked = PortalLightningWalletsInput.parse({ business_id: shop.businessId })
  const page = presentLightningWallets(asked, await listPortalWallets(shop.ctx, { actor: shop.actor, wish: asked }))
  const host = new URL(shop.ctx.publicUrl).host
  expect(page).toMatchObject({ total: 2, address_host: host })
  expect(page.wallets).toContainEqual(
    expect.objectContaining({
      id: seen.wallet.id,
      wallet_id: 'main',
      lightning_address: `kestrel@${host}`,
      available_sats: 0,
      reserved_sats: 0,
    }),
  )
  await expect(listPortalWallets(shop.ctx, { actor: stranger(), wish: asked })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('operators see the sends of all merchants without an end, what is owed, and what the channels held', async () => {
  const id = await rows.add({ direction: 'outgoing', amountMsat: 2_000_000n, reserveMsat: 20_000n })
  await rows.attempt(id, { calls: 2, lastProblem: 'in_flight' })
  const desk = { ...shop.ctx, temporalUi: 'http://temporal.example', lightningCapSats: 500_000_000n }
  const before = presentOperatorLightning(await listOperatorLightning(desk))
  expect(before).toMatchObject({ funds: null, owed_sats: 0, cap_sats: 500_000_000, is_short: false, is_over_cap: false })
  expect(before.sends.find((send) => send.id === id)).toMatchObject({
    wallet_id: 'main',
    amount_sats: 2_000,
    reserve_sats: 20,
    calls: 2,
    problem: 'in_flight',
    temporal_url: `http://temporal.example/workflows/lightning-send%2F${id}`,
  })
  const sats = { localMsat: 7_000_000n, unsettledLocalMsat: 2_020_000n, pendingLocalMsat: 1_000n, remoteMsat: 9_999n }
  await saveLightningFunds(shop.ctx.orm.em.fork(), { ...sats, owedMsat: 0n, asOf: shop.ctx.clock.now() })
  const small = { ...desk, lightningCapSats: 9_020n }
  expect(presentOperatorLightning(await listOperatorLightning(small))).toMatchObject({
    funds: { local_sats: 7_000, unsettled_sats: 2_020, pending_sats: 1, hot_sats: 9_021, receivable_sats: 9 },
    is_over_cap: true,
    is_short: false,
  })
})

test('operators see how many sends have no end, of which the oldest 200 are listed', async () => {
  const desk = { ...shop.ctx, temporalUi: 'http://temporal.example', lightningCapSats: 500_000_000n }
  const { openSends: before } = await listOperatorLightning(desk)
  const id = await rows.add({ direction: 'outgoing' })
  await sql`INSERT INTO lightning_payment SELECT copy.* FROM lightning_payment, generate_series(1, 250) n, jsonb_populate_record(lightning_payment,
    jsonb_build_object('id', md5('o' || n), 'payment_hash', encode(sha256(('o' || n)::bytea), 'hex'))) copy
    WHERE lightning_payment.id = ${id}::uuid`.execute(tables(shop.ctx.orm.em.fork()))
  const { open_sends: total, sends } = presentOperatorLightning(await listOperatorLightning(desk))
  expect([total, sends.length]).toEqual([before + 251, 200])
})

test('what the wallets of a business have is summed over all of them, or told of one', async () => {
  const sum = async (more: object = {}, actor = shop.actor) => {
    const asked = PortalLightningBalanceInput.parse({ business_id: shop.businessId, ...more })
    return presentLightningSum(await sumPortalBalances(shop.ctx, { actor, wish: asked }))
  }
  const db = tables(shop.ctx.orm.em.fork())
  await sql`INSERT INTO lightning_wallet SELECT md5('w' || n)::uuid, merchant_id, business_id, mode, 'w' || n, NULL, created_at
    FROM lightning_wallet, generate_series(1, 150) n WHERE wallet_id = 'main'`.execute(db)
  await sql`INSERT INTO account (asset, mode, code, owner, bal) SELECT 'LN', 'live', code, md5('w' || n)::uuid::text, 1500
    FROM generate_series(1, 150) n, unnest(ARRAY['ln:wallet', 'ln:reserve']) code`.execute(db)
  expect(await sum()).toEqual({ available_sats: 225, reserved_sats: 225, balance_sats: 450 })
  expect(await sum({ wallet_id: 'w7' })).toEqual({ available_sats: 1, reserved_sats: 2, balance_sats: 3 })
  const { id: nodeId } = await db.selectFrom('lightning_wallet').select('id').where('walletId', '=', 'w7').executeTakeFirstOrThrow()
  await rows.add({ nodeId, walletId: 'w7', direction: 'outgoing', amountMsat: 1_000n, isInternal: true })
  expect(await sum({ wallet_id: 'w7' })).toEqual({ available_sats: 0, reserved_sats: 3, balance_sats: 3 })
  expect(await sum()).toEqual({ available_sats: 224, reserved_sats: 226, balance_sats: 450 })
  expect(await sum({ wallet_id: 'unknown' })).toEqual({ available_sats: 0, reserved_sats: 0, balance_sats: 0 })
  await expect(sum({}, stranger())).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
