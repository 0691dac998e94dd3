import { ListPaymentsInput } from '@gateway/contract/payment-inputs'
import { ExportPaymentsInput, PortalPaymentsInput } from '@gateway/contract/portal/payments'
import { findPortalPage } from '@gateway/db/payments/portal-queries'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MerchantTokenRequired } from '../../accounts/auth/require-merchant.ts'
import { openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { listPayments } from '../reading/list-payments.ts'
import { exportPortalPayments, listPortalPayments } from './list-portal-payments.ts'

let shop: TestShop
let btc: TestChain
const made: Payment[] = []
beforeAll(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  for (const [amount, blockchain] of [
    [10, 'BTC'],
    [20, 'ETH'],
    [30, 'BTC'],
    [40, 'USDC_ETH'],
  ] as const) {
    made.push(await shop.ask({ amount, blockchain, description: `No. ${amount}`, metadata: { order_id: amount } }))
    shop.ctx.clock.advance(24 * 60 * 60_000)
  }
})
afterAll(() => shop.ctx.close())

const wished = (more: object = {}) => ({ business_id: shop.businessId, ...more })
const list = (more: object = {}, actor: Actor = shop.actor) =>
  listPortalPayments(shop.ctx, { actor, wish: PortalPaymentsInput.parse(wished(more)) })
const amounts = async (more: object = {}) => (await list(more)).payments.map(({ fiatMinor }) => Number(fiatMinor) / 100)
const set = (id: string | undefined, changes: string) =>
  sql`UPDATE payment SET ${sql.raw(changes)} WHERE id = ${id}::uuid`.execute(tables(shop.ctx.orm.em.fork()))

/** A payment, and 1,001 copies of it from the given moments on. @returns its id. */
async function fill({ ctx, ask }: TestShop, createdAt: string): Promise<string> {
  const { id } = await ask({ amount: 60, blockchain: 'ETH', description: 'Order' })
  const db = tables(ctx.orm.em.fork())
  await sql`INSERT INTO payout_terms SELECT copy.* FROM payout_terms, generate_series(1, 1001) n, jsonb_populate_record(payout_terms,
    jsonb_build_object('id', md5('c' || n), 'subject_id', md5('s' || n), 'address', 'c' || n)) copy`.execute(db)
  await sql`INSERT INTO payment SELECT copy.* FROM payment, generate_series(1, 1001) n, jsonb_populate_record(payment,
    jsonb_build_object('id', md5('p' || n), 'address', 'c' || n, 'created_at', ${sql.raw(createdAt)})) copy WHERE payment.id = ${id}::uuid`.execute(
    db,
  )
  return id
}

async function idsOfExport({ ctx, actor, businessId }: TestShop, more: object = {}): Promise<string[]> {
  const seen: string[] = []
  const exported = await exportPortalPayments(ctx, { actor, wish: ExportPaymentsInput.parse({ business_id: businessId, ...more }) })
  for await (const page of exported) seen.push(...page.map(({ payment, quote }) => (quote.id === payment.quoteId ? payment.id : '')))
  return seen
}

describe('the payments of a business', () => {
  test('the payments of a business are listed newest first, a page behind another, and none twice', async () => {
    const first = await list({ limit: 3 })
    expect([first.payments.map(({ id }) => id), first.total, first.isCapped]).toEqual([[made[3]?.id, made[2]?.id, made[1]?.id], 4, false])
    const second = await list({ limit: 3, cursor: first.nextCursor })
    expect([second.payments.map(({ id }) => id), second.nextCursor]).toEqual([[made[0]?.id], null])
  })

  test('the payments of a business are filtered by asset, amount, day, status and exception', async () => {
    expect(await amounts({ assets: ['BTC'] })).toEqual([30, 10])
    expect(await amounts({ assets: 'BTC,ETH' })).toEqual([30, 20, 10])
    expect(await amounts({ min_usd: 20, max_usd: '30' })).toEqual([30, 20])
    expect(await amounts({ date_from: '2026-10-02', date_to: '2026-10-03' })).toEqual([30, 20])
    await set(made[0]?.id, "state = 'expired', exceptions = '{underpaid,late}'")
    expect(await amounts({ statuses: ['expired', 'failed'] })).toEqual([10])
    expect(await amounts({ statuses: ['pending', 'expired'], assets: ['BTC'] })).toEqual([30, 10])
    expect(await amounts({ exceptions: ['late', 'reorged'] })).toEqual([10])
    expect(await amounts({ exceptions: ['overpaid'] })).toEqual([])
  })

  test('the payments of a business have the days of the time zone of their business', async () => {
    await tables(shop.ctx.orm.em.fork()).updateTable('business').set({ timeZone: 'Pacific/Kiritimati' }).execute()
    expect(await amounts({ date_from: '2026-10-03', date_to: '2026-10-03' })).toEqual([20])
    await tables(shop.ctx.orm.em.fork()).updateTable('business').set({ timeZone: 'UTC' }).execute()
  })

  test('the payments of a business are found by id, by its beginning, by address and by a transaction that pays them', async () => {
    const [first, second] = made
    await btc.mine({ transfers: [output(first?.address ?? '', 1_000n, { tx: 7 })], at: shop.ctx.clock.now() })
    expect(await amounts({ q: first?.id })).toEqual([10])
    expect(await amounts({ q: ` ${second?.address.toLowerCase()} ` })).toEqual([20])
    expect(await amounts({ q: txOf(7).toUpperCase() })).toEqual([10])
    expect(await amounts({ q: first?.id.slice(0, 8) })).toContain(10)
    expect(await amounts({ q: `${second?.id.slice(0, 35)}` })).toContain(20)
    for (const q of ['nothing', first?.id.slice(0, 7), txOf(8), '%', "' OR true --"]) expect(await amounts({ q })).toEqual([])
    expect(await amounts({ q: '  ' })).toHaveLength(4)
  })

  test('the payments of a business are found by a value of their metadata and by words of their description', async () => {
    expect(await amounts({ q: '20' })).toEqual([20])
    expect(await amounts({ q: 'no' })).toEqual([40, 30, 20, 10])
    expect(await amounts({ q: 'no 30' })).toEqual([30])
    expect(await amounts({ q: 'order_id' })).toEqual([])
    expect(await amounts({ q: '"' })).toEqual([])
  })

  test('the payments of a business are listed by the order that their metadata names', async () => {
    const found = async (filter: object) => {
      const { payments } = await listPayments(shop.ctx, { actor: shop.actor, filter: ListPaymentsInput.parse(filter) })
      return payments.map(({ payment }) => Number(payment.fiatMinor) / 100)
    }
    expect(await found({ order_id: '20' })).toEqual([20])
    expect(await found({ 'metadata[order_id]': '30' })).toEqual([30])
    expect(await found({ 'metadata[order_id]': '30', blockchain: 'ETH' })).toEqual([])
    expect(await found({ 'metadata[order]': '30' })).toEqual([])
  })

  test('a search that finds more than a thousand payments loses none of them: neither behind a filter, nor in the count, nor in the export', async () => {
    const many = await openShop({}, 0)
    const first = await fill(many, "timestamptz '2026-08-01' + n * interval '1 second'")
    await sql`UPDATE payment SET created_at = '2026-09-15', asset = 'USDC_ETH' WHERE id = ${first}::uuid`.execute(
      tables(many.ctx.orm.em.fork()),
    )
    const found = (more: object) => {
      const wish = PortalPaymentsInput.parse({ business_id: many.businessId, q: 'order', limit: 2, ...more })
      return listPortalPayments(many.ctx, { actor: many.actor, wish })
    }
    for (const filter of [{ date_from: '2026-09-01' }, { assets: ['USDC_ETH'] }, { statuses: ['pending'], assets: ['USDC_ETH', 'BTC'] }])
      expect(await found(filter)).toMatchObject({ payments: [{ id: first }], total: 1, isCapped: false })
    expect(await found({})).toMatchObject({ payments: [{ id: first }, {}], total: 1_000, isCapped: true })
    expect(await idsOfExport(many, { q: 'order' })).toHaveLength(1_002)
    expect(await idsOfExport(many, { q: 'order', date_to: '2026-08-31' })).toHaveLength(1_001)
    await many.ctx.close()
  })

  test('the payments of a business are counted up to a thousand', async () => {
    const many = await openShop({}, 0)
    await fill(many, 'now()')
    const wish = PortalPaymentsInput.parse({ business_id: many.businessId, limit: 2 })
    expect(await listPortalPayments(many.ctx, { actor: many.actor, wish })).toMatchObject({ total: 1_000, isCapped: true })
    const seen = await idsOfExport(many)
    expect([seen.length, new Set(seen).size]).toEqual([1_002, 1_002])
    await many.ctx.close()
  })

  test('the payments of a business are refused to keys, and to another merchant like those of a business that does not exist', async () => {
    const other = await storeMerchant(shop.ctx)
    const key: Actor = {
      kind: 'key',
      merchantId: shop.actor.merchantId,
      businessId: shop.businessId,
      mode: 'live',
      keyId: 'k',
      scopes: ['*'],
    }
    await expect(list({}, key)).rejects.toThrow(MerchantTokenRequired)
    await expect(list({}, other)).rejects.toThrow(ForbiddenBusiness)
    await expect(list({ business_id: shop.ctx.ids.uuid() })).rejects.toThrow(ForbiddenBusiness)
    const wish = ExportPaymentsInput.parse(wished())
    await expect(exportPortalPayments(shop.ctx, { actor: other, wish })).rejects.toThrow(ForbiddenBusiness)
  })

  test('show nothing behind a payment of another business, and nothing of it by its id, address or transaction', async () => {
    const [first] = made
    const foreign = { merchantId: (await storeMerchant(shop.ctx)).merchantId, businessId: shop.businessId, mode: 'live' as const }
    const em = shop.ctx.orm.em.fork()
    const filter = {
      states: undefined,
      exceptions: undefined,
      assets: undefined,
      since: undefined,
      before: undefined,
      minUsdCents: undefined,
      maxUsdCents: undefined,
      search: undefined,
    }
    expect(await findPortalPage(em, { scope: foreign, filter, after: first?.id, limit: 9 })).toEqual([])
    const search = {
      ids: { least: first?.id ?? '', most: first?.id ?? '' },
      addresses: [{ chain: 'BTC' as const, address: first?.address ?? '' }],
      transactions: [txOf(7)],
      chains: ['BTC' as const],
      text: '10',
    }
    const searched = { filter: { ...filter, search }, after: undefined, limit: 9 }
    expect(await findPortalPage(em, { scope: foreign, ...searched })).toEqual([])
    const own = { ...foreign, merchantId: shop.actor.merchantId }
    expect(await findPortalPage(em, { scope: own, ...searched })).toMatchObject([{ id: first?.id }])
  })
})
