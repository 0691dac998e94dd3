import { CreateBusinessInput } from '@gateway/contract/businesses'
import { ListInvoicesInput } from '@gateway/contract/invoices/inputs'
import { findRegisterFaults } from '@gateway/domain/invoices/invoice-number'
import { InvalidField, InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { listInvoices } from '../reading/get-invoice.ts'
import { coffee, invoicesOf } from '../../testing/invoices-of-shop.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { publishInvoice } from '../sending/send-invoice.ts'
import { deleteClient, updateClient } from '../clients/own-clients.ts'
import { createInvoice, duplicateInvoice } from './create-invoice.ts'
import { deleteInvoice } from './update-invoice.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 5)
})
afterAll(() => closeShop(shop))

const { named, create, change, publish, read, client, register, events } = invoicesOf(() => shop)

describe('the numbers of a business', () => {
  test('have no gap when twenty invoices are created at once, some of them refused', async () => {
    const asked = Array.from({ length: 20 }, (_, nth) => create(nth % 5 === 0 ? { client_id: '00000000-0000-4000-8000-00000000ffff' } : {}))
    const made = (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []))
    expect(made).toHaveLength(16)
    expect(new Set(made).size).toBe(16)
    expect(findRegisterFaults(await register())).toEqual([])
  })

  test('stay in the register when a draft is deleted, and are not used again', async () => {
    const { id, number } = await create()
    await deleteInvoice(shop.ctx, named(id))
    await expect(read(id)).rejects.toEqual(new NotFound('invoice'))
    const next = await create()
    expect(next.number).toBe(number + 1)
    const rows = await register()
    expect(rows.find((row) => row.number === number)).toMatchObject({ kind: 'invoice', status: 'void', state: null })
    expect(findRegisterFaults(rows)).toEqual([])
  })
})

describe('a draft', () => {
  test('keeps what was sent, and is announced by no event', async () => {
    const terms = { due_date: '2026-10-31', notes: '', wallet_id: 'main', buyer_reference: 'PO-1', reminders: false, language: 'de' }
    const { id } = await create(terms)
    const kept = { dueDate: '2026-10-31', notes: '', walletId: 'main', buyerReference: 'PO-1', remindersOn: false, language: 'de' }
    expect((await read(id)).invoice).toMatchObject({ state: 'draft', amountMinor: 11_900n, currency: 'EUR', sentAt: null, ...kept })
    expect(await events(id)).toEqual([])
  })

  test('has the sum of its items with tax, and refuses another amount', async () => {
    const { id } = await create({ items: [coffee, { ...coffee, quantity: '0.5' }] })
    const { invoice } = await read(id)
    expect(invoice.amountMinor).toBe(17_850n)
    expect(invoice.lines[1]).toMatchObject({ quantity: { digits: 5n, scale: 1 }, unitAmountMinor: 10_000n, taxRateBps: 1_900 })
    await expect(create({ items: [coffee], amount: 119.01 })).rejects.toThrow(
      'amount: differs from the sum of the items with tax, which is 119',
    )
    await expect(create({ items: [] })).rejects.toThrow('amount: is required without items')
    await expect(create({ items: [{ ...coffee, unit_amount: 0.001 }] })).rejects.toThrow('items.0.unit_amount')
  })

  test('is changed by the members that are named, and an empty text clears one', async () => {
    const { id } = await create({ due_date: '2026-10-31', notes: 'Hello', crypto_currency: 'BTC' })
    expect(await change(id, { amount: 20, notes: '', due_date: '', crypto_currency: '' })).toMatchObject({
      amountMinor: 2_000n,
      notes: '',
      dueDate: null,
      asset: null,
    })
    expect(await change(id, { items: [coffee] })).toMatchObject({ amountMinor: 11_900n })
    expect(await change(id, { items: [], amount: 7 })).toMatchObject({ amountMinor: 700n, lines: [] })
    expect((await read(id)).invoice).toMatchObject({ amountMinor: 700n, lines: [], state: 'draft' })
  })

  test('keeps its number in another currency, where that can spell it', async () => {
    const { id } = await create({ amount: 20 })
    expect(await change(id, { currency: 'JPY' })).toMatchObject({ amountMinor: 20n, currency: 'JPY' })
    const { id: finer } = await create({ amount: 20.5 })
    await expect(change(finer, { currency: 'JPY' })).rejects.toThrow('has more than 0 decimals')
  })

  test('names the registered wallet of its coin and no other one', async () => {
    const { id } = await create({ crypto_currency: 'BTC', merchant_wallet_address: wallets.merchant.BTC })
    expect((await read(id)).invoice.walletAddress).toBe(wallets.merchant.BTC)
    await expect(change(id, { merchant_wallet_address: wallets.platform.BTC })).rejects.toThrow('merchant_wallet_address')
    await expect(create({ crypto_currency: 'SOL' })).rejects.toThrow('SOL is not served here')
  })

  test('takes the present day of its business as its due day, and none that has ended', async () => {
    const now = shop.ctx.clock.now()
    const today = now.toISOString().slice(0, 10)
    const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
    const refusal = new InvalidField('due_date', 'is in the past')
    await expect(create({ due_date: yesterday })).rejects.toEqual(refusal)
    const { id } = await create({ due_date: today })
    await expect(change(id, { due_date: yesterday })).rejects.toEqual(refusal)
    shop.ctx.clock.advance(24 * 60 * 60 * 1_000)
    await expect(change(id, { due_date: today })).rejects.toEqual(refusal)
    expect(await change(id, { notes: 'Late' })).toMatchObject({ dueDate: today, notes: 'Late' })
  })

  test('is neither changed nor deleted once it was sent, also by a copy of the request that is on its way', async () => {
    const { id } = await publish()
    await expect(change(id, { amount: 1 })).rejects.toEqual(new InvalidState('sent', 'change the invoice'))
    await expect(deleteInvoice(shop.ctx, named(id))).rejects.toEqual(new InvalidState('sent', 'delete the invoice'))
  })

  test('is duplicated with its content, without its days and its life', async () => {
    const { id } = await publish({ items: [coffee], due_date: '2026-10-31', notes: 'Hello' })
    const copy = (await duplicateInvoice(shop.ctx, named(id))).invoice
    expect(copy).toMatchObject({ state: 'draft', asset: 'BTC', amountMinor: 11_900n, notes: 'Hello', dueDate: null, paymentAddress: null })
    expect(copy.number).toBeGreaterThan(0)
    expect((await publishInvoice(shop.ctx, named(copy.id))).seen.invoice.state).toBe('sent')
  })
})

describe('the client of an invoice', () => {
  test('is one of the same business', async () => {
    const other = '00000000-0000-4000-8000-00000000ffff'
    const refusal = new InvalidField('client_id', 'is no client of this business')
    await expect(create({ client_id: other })).rejects.toEqual(refusal)
    const { id } = await create()
    await expect(change(id, { client_id: other })).rejects.toEqual(refusal)
  })

  test('is shown as it is now in a draft, and as it was in an invoice that was sent', async () => {
    const { id: clientId } = await client({ address: { street: 'Gasse 1', city: 'Wien', country: 'at' } })
    const draft = await create({ client_id: clientId })
    const sent = await publish({ client_id: clientId })
    await updateClient(shop.ctx, { actor: shop.actor, changes: { id: clientId, name: 'Neue AG', address: null } })
    expect((await read(draft.id)).client).toMatchObject({ name: 'Neue AG', address: null })
    expect((await read(sent.id)).invoice.buyer).toMatchObject({ name: 'Beispiel AG', address: { city: 'Wien', country: 'AT' } })
    await deleteClient(shop.ctx, named(clientId))
    expect((await read(draft.id)).invoice.clientId).toBeNull()
    expect((await read(sent.id)).invoice.buyer).toMatchObject({ name: 'Beispiel AG' })
  })
})

describe('a list of invoices', () => {
  const list = async (filter: object) => {
    const { rows, total } = await listInvoices(shop.ctx, { actor: shop.actor, filter: ListInvoicesInput.parse(filter) })
    expect(total).toBe(rows.length)
    return rows.map(({ invoice }) => invoice.id)
  }

  test('is narrowed by status, client and day', async () => {
    const { id: clientId } = await client()
    shop.ctx.clock.advance(48 * HOUR_MS)
    const day = shop.ctx.clock.now().toISOString().slice(0, 10)
    const { id } = await create({ client_id: clientId })
    expect(await list({ client_id: clientId })).toEqual([id])
    expect(await list({ date_from: day })).toEqual([id])
    expect(await list({ date_to: day })).toContain(id)
    expect(await list({ date_to: '2026-10-01' })).not.toContain(id)
    expect(await list({ status: 'sent' })).not.toContain(id)
  })

  test('has the days of each business', async () => {
    const { ctx, actor } = shop
    const opened = async (timeZone: string) =>
      (await createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: timeZone, time_zone: timeZone }) })).facts.business.id
    const [east, west] = [await opened('Pacific/Kiritimati'), await opened('Pacific/Pago_Pago')]
    const at = Math.ceil(ctx.clock.now().getTime() / DAY_MS) * DAY_MS + 58 * HOUR_MS
    const dayOf = (days: number) => new Date(at + days * DAY_MS).toISOString().slice(0, 10)
    ctx.clock.advance(at - ctx.clock.now().getTime())
    const tomorrow = await create({ business_id: east })
    const yesterday = await create({ business_id: west })
    const on = (day: string, more = {}) => list({ date_from: day, date_to: day, ...more })
    expect(await Promise.all([on(dayOf(-1)), on(dayOf(0)), on(dayOf(1))])).toEqual([[yesterday.id], [], [tomorrow.id]])
    expect(await on(dayOf(1), { business_id: east })).toEqual([tomorrow.id])
    expect(await on(dayOf(0), { business_id: east })).toEqual([])
    expect(await list({ date_from: '0000-01-01', date_to: '9999-12-31', business_id: west })).toEqual([yesterday.id])
  })

  test('is empty for another merchant, who cannot read an invoice either', async () => {
    const stranger = await storeMerchant(shop.ctx)
    expect(await listInvoices(shop.ctx, { actor: stranger, filter: ListInvoicesInput.parse({}) })).toEqual({ rows: [], total: 0 })
    const { id } = await create()
    await expect(deleteInvoice(shop.ctx, { actor: stranger, id })).rejects.toEqual(new NotFound('invoice'))
  })
})

test('a test key creates nothing', async () => {
  const before = (await register()).length
  const actor = { ...shop.actor, mode: 'test' as const }
  await expect(createInvoice(shop.ctx, { actor, terms: { currency: 'EUR' } })).rejects.toBeInstanceOf(TestModeNotServed)
  expect(await register()).toHaveLength(before)
})
