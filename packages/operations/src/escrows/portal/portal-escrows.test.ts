import { ListEscrowsInput } from '@gateway/contract/escrow-inputs'
import { PortalEscrowsInput, presentEscrowDetail, presentEscrowRows } from '@gateway/contract/portal/escrows'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { disputeEscrow } from '../decisions/dispute-escrow.ts'
import { listEscrowCoins } from './list-escrow-coins.ts'
import { listPortalEscrows } from './list-portal-escrows.ts'
import { listEscrows } from '../reading/list-escrows.ts'
import { readEscrowDetail } from './read-escrow-detail.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const escrows = escrowsOf(() => ({ shop, btc }))
const open = (terms: Readonly<Record<string, unknown>> = {}) => openEscrow(shop, { actor: shop.actor, ...terms })
const list = async (wish: Readonly<Record<string, unknown>> = {}, actor: Actor = shop.actor) =>
  presentEscrowRows(await listPortalEscrows(shop.ctx, { actor, wish: PortalEscrowsInput.parse({ business_id: shop.businessId, ...wish }) }))
const idsOf = async (wish: Readonly<Record<string, unknown>>) => (await list(wish)).escrows.map(({ id }) => id)
const detail = async (id: string, actor: Actor = shop.actor) =>
  presentEscrowDetail(await readEscrowDetail(shop.ctx, { actor, id, address: ADDRESS }))

describe('the list', () => {
  test('the list has the escrows of the business, the newest first, a page at a time', async () => {
    await openEscrow(shop)
    const [first, second] = [await open(), await open()]
    expect(await list({ limit: 1 })).toMatchObject({ escrows: [{ id: second.escrow.id }], total: 2, limit: 1, offset: 0 })
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({
      escrows: [{ id: first.escrow.id, amount: '0.01', status: 'created', deadline_at: first.escrow.expiresAt.toISOString() }],
      total: 2,
    })
  })

  test('a status narrows the list', async () => {
    const [one, other] = [await open(), await open()]
    await escrows.fund(one.escrow)
    expect(await idsOf({ status: 'funded' })).toEqual([one.escrow.id])
    expect(await idsOf({ status: 'created' })).toEqual([other.escrow.id])
  })

  test('the list is searched by an id, its beginning, the address of the escrow, and the address of either party', async () => {
    const { escrow } = await open()
    const more = await open({ beneficiary_address: 'bcrt1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3lgth6c' })
    for (const q of [escrow.id, escrow.address, ` ${escrow.beneficiaryAddress} `]) expect(await idsOf({ q })).toEqual([escrow.id])
    expect(await idsOf({ q: escrow.depositorAddress })).toEqual([more.escrow.id, escrow.id])
    expect(await idsOf({ q: 'nothing' })).toEqual([])
    expect(await idsOf({ q: escrow.id, status: 'settled' })).toEqual([])
  })

  test('the list is searched by a value of the metadata', async () => {
    const { escrow } = await open({ metadata: { order: 'A-1', lines: [{ sku: 7 }] } })
    await open({ metadata: { order: 'A-2' } })
    for (const q of ['A-1', '7']) expect(await idsOf({ q })).toEqual([escrow.id])
    expect(await idsOf({ q: 'order' })).toEqual([])
  })

  test('a search that finds more than a thousand escrows loses none of them, and the total is exact', async () => {
    const many = await openShop({}, 1)
    const { escrow } = await openEscrow(many, { actor: many.actor })
    const copy = (table: string, own: string, changes: string) =>
      sql
        .raw(`INSERT INTO ${table} SELECT copy.* FROM ${table}, generate_series(1, 1001) n, jsonb_populate_record(${table}, jsonb_build_object(${changes})) copy
          WHERE ${table}.${own} = (SELECT payout_terms_id FROM escrow)`)
        .execute(tables(many.ctx.orm.em.fork()))
    await copy('payout_terms', 'id', "'id', md5('c' || n), 'subject_id', md5('e' || n), 'address', 'c' || n")
    await copy('payout_terms_pin', 'payout_terms_id', "'payout_terms_id', md5('c' || n)")
    await copy(
      'escrow',
      'payout_terms_id',
      `'id', md5('e' || n), 'address', 'c' || n, 'payout_terms_id', md5('c' || n), 'state', 'settled', 'deadline_at', NULL,
      'release_token_hash', sha256(('r' || n)::bytea), 'beneficiary_token_hash', sha256(('b' || n)::bytea)`,
    )
    const found = async (more: object) => {
      const wish = PortalEscrowsInput.parse({ business_id: many.businessId, q: escrow.depositorAddress, limit: 1, ...more })
      return presentEscrowRows(await listPortalEscrows(many.ctx, { actor: many.actor, wish }))
    }
    expect(await found({})).toMatchObject({ total: 1_002 })
    expect(await found({ status: 'created' })).toMatchObject({ escrows: [{ id: escrow.id }], total: 1 })
    await many.ctx.close()
  })

  test('metadata narrows the list of a business, and tells strangers nothing', async () => {
    const { escrow } = await open({ metadata: { order: 'A-1' } })
    const found = async (filter: object, actor?: Actor) =>
      (await listEscrows(shop.ctx, { actor, filter: ListEscrowsInput.parse(filter) })).escrows.map(({ id }) => id)
    const byParty = { depositor: escrow.depositorAddress }
    for (const filter of [{ order_id: 'A-1' }, { 'metadata[order]': 'A-1' }, { ...byParty, order_id: 'A-1' }])
      expect(await found(filter, shop.actor)).toEqual([escrow.id])
    expect(await found({ order_id: 'A-2' }, shop.actor)).toEqual([])
    expect([await found(byParty), await found({ ...byParty, order_id: 'A-1' })]).toEqual([[escrow.id], []])
  })

  test('finds nothing of others', async () => {
    const { escrow } = await openEscrow(shop)
    for (const q of [escrow.id, escrow.address, escrow.depositorAddress]) expect(await idsOf({ q })).toEqual([])
    const actor = await storeMerchant(shop.ctx)
    await expect(list({}, actor)).rejects.toThrow(ForbiddenBusiness)
  })
})

describe('one escrow', () => {
  test('the view of an escrow has exact amounts, and the next deadline in each state', async () => {
    const { escrow, tokens } = await open()
    const { id, expiresAt } = escrow
    const graceEnd = new Date(expiresAt.getTime() + 72 * 60 * 60 * 1_000).toISOString()
    expect(await detail(id)).toMatchObject({
      escrow: { id, status: 'created' },
      amounts: { asked: '0.01', deposited: '0', missing: '0.01', fee: '0.0001', released: '0.0099' },
      fee_percent: 1,
      deadlines: [
        { kind: 'deposit_due', at: expiresAt.toISOString() },
        { kind: 'automatic_refund', at: graceEnd },
      ],
      explorer_tx: null,
      explorer_address: null,
    })
    await escrows.fund(escrow)
    expect(await detail(id)).toMatchObject({
      amounts: { deposited: '0.01', missing: '0' },
      deadlines: [{ kind: 'expiry' }, { kind: 'automatic_refund', at: graceEnd }],
    })
    const { disputedAt } = await disputeEscrow(shop.ctx, { id, token: tokens.releaseToken, address: ADDRESS, reason: 'Not delivered' })
    const decided = new Date((disputedAt?.getTime() ?? 0) + 14 * 24 * 60 * 60 * 1_000).toISOString()
    expect(await detail(id)).toMatchObject({
      escrow: { dispute_reason: 'Not delivered' },
      deadlines: [{ kind: 'decision_due', at: decided }],
    })
  })

  test('an escrow of another merchant, or of none, is hidden', async () => {
    const { escrow } = await open()
    const nobodys = await openEscrow(shop)
    const actor = await storeMerchant(shop.ctx)
    await expect(detail(escrow.id, actor)).rejects.toThrow(NotFound)
    await expect(detail(nobodys.escrow.id)).rejects.toThrow(NotFound)
  })
})

test('escrows are made in the coins whose rail serves them', () => {
  expect(listEscrowCoins(shop.ctx).map(({ code }) => code)).toContain('BTC')
})
