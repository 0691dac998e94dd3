import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { findInvoiceQuotes } from '@gateway/db/invoices/money/quote-queries'
import { tables } from '@gateway/db/tables'
import { OnboardingRequired } from '@gateway/domain/cards/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { WalletNotConfigured } from '@gateway/domain/payments/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateBusiness } from '../../businesses/update-business.ts'
import { invoicesOf } from '../../testing/invoices-of-shop.ts'
import { queuedEmails } from '../../testing/test-emails.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { cancelInvoice } from '../settling/cancel-invoice.ts'
import { remindInvoice } from './remind-invoice.ts'
import { publishInvoice, sendInvoice } from './send-invoice.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 4)
})
afterAll(() => closeShop(shop))

const { named, create, publish, read, client, events } = invoicesOf(() => shop)
const letters = async () => (await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)).filter(({ kind }) => kind.startsWith('invoice_'))

test('sending a draft freezes who invoices whom, its day, fee and wallet, and takes an address with a quote, in one transaction', async () => {
  const { id: clientId } = await client({ email: 'billing@client.example' })
  const { id } = await create({ crypto_currency: 'BTC', client_id: clientId, due_date: '2026-10-31' })
  const { seen, wasSent, unsent } = await sendInvoice(shop.ctx, named(id))
  expect({ wasSent, unsent }).toEqual({ wasSent: false, unsent: undefined })
  const { invoice, quotedUnits } = await read(id)
  expect(seen).toEqual({ ...(await read(id)) })
  expect(invoice).toMatchObject({
    state: 'sent',
    seller: { name: 'Shop', timeZone: 'UTC', taxProfile: null },
    buyer: { name: 'Beispiel AG', email: 'billing@client.example' },
    walletAddress: wallets.merchant.BTC,
    takesCards: false,
    feeBps: 100,
    issueDate: shop.ctx.clock.now().toISOString().slice(0, 10),
    overdueAt: new Date('2026-11-01T00:00:00.000Z'),
    sentAt: shop.ctx.clock.now(),
  })
  const [quote] = await findInvoiceQuotes(shop.ctx.orm.em.fork(), { invoiceIds: [id] })
  expect(quote).toMatchObject({ dueUnits: quotedUnits, remainderMinor: 11_900n })
  const watched = await tables(shop.ctx.orm.em.fork()).selectFrom('watched_address').selectAll().where('subjectId', '=', id).execute()
  expect(watched).toMatchObject([{ subject: 'invoice', address: invoice.paymentAddress }])
  expect(await events(id)).toEqual(['invoice.sent'])
  expect(await letters()).toMatchObject([{ kind: 'invoice_sent' }])
})

test('an invoice that was sent is mailed again and nothing else, and published without a letter', async () => {
  const { id, paymentAddress } = await publish()
  expect(await publishInvoice(shop.ctx, named(id))).toMatchObject({ wasSent: true, unsent: undefined })
  expect(await sendInvoice(shop.ctx, named(id))).toMatchObject({ wasSent: true, unsent: 'no_address' })
  expect((await read(id)).invoice.paymentAddress).toBe(paymentAddress)
  expect(await events(id)).toEqual(['invoice.sent'])
})

test('of two that send one draft at once, it is sent once', async () => {
  const { id } = await create({ crypto_currency: 'BTC' })
  const sent = await Promise.allSettled([publishInvoice(shop.ctx, named(id)), publishInvoice(shop.ctx, named(id))])
  expect(sent.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await events(id)).toEqual(['invoice.sent'])
})

describe('a draft stays a draft', () => {
  test('where it could be paid neither by crypto nor by card', async () => {
    const { id } = await create()
    await expect(sendInvoice(shop.ctx, named(id))).rejects.toEqual(new OnboardingRequired('crypto_currency'))
    expect((await read(id)).invoice.state).toBe('draft')
  })

  test('where its coin has no wallet any more', async () => {
    const { id } = await create({ crypto_currency: 'ETH' })
    const put = (address: string) =>
      updateBusiness(shop.ctx, {
        actor: shop.actor,
        changes: UpdateBusinessInput.parse({ id: shop.businessId, wallet_addresses: { ETH: address } }),
      })
    await put('')
    await expect(sendInvoice(shop.ctx, named(id))).rejects.toEqual(new WalletNotConfigured('ETH'))
    await put(wallets.merchant.ETH)
    expect((await read(id)).invoice.state).toBe('draft')
  })

  test('where a character of it cannot be printed', async () => {
    const { id } = await create({ crypto_currency: 'BTC', notes: 'قهوة' })
    await expect(publishInvoice(shop.ctx, named(id))).rejects.toThrow('notes')
    expect((await read(id)).invoice).toMatchObject({ state: 'draft', paymentAddress: null })
  })

  test('where no address is left', async () => {
    const { id } = await create({ crypto_currency: 'BTC' })
    const drained = async (): Promise<void> => {
      await publish()
      return drained()
    }
    await expect(drained()).rejects.toBeInstanceOf(AddressUnavailable)
    await expect(publishInvoice(shop.ctx, named(id))).rejects.toBeInstanceOf(AddressUnavailable)
    expect((await read(id)).invoice).toMatchObject({ state: 'draft', sentAt: null, seller: null })
    expect(await events(id)).toEqual([])
  })
})

describe('the client', () => {
  test('is reminded of what is sent, and of nothing else', async () => {
    const { id: clientId } = await client({ email: 'billing@client.example' })
    const { id } = await create({ crypto_currency: 'ETH', client_id: clientId })
    await expect(remindInvoice(shop.ctx, named(id))).rejects.toEqual(new InvalidState('draft', 'remind the client'))
    await publishInvoice(shop.ctx, named(id))
    expect(await remindInvoice(shop.ctx, named(id))).toMatchObject({ unsent: undefined })
    expect((await letters()).at(-1)).toMatchObject({ kind: 'invoice_reminder' })
    // Of an invoice without a due day the letter names none.
    expect((await letters()).at(-1)?.subject).toMatch(/INV-\d+ is still open$/)
    await cancelInvoice(shop.ctx, named(id))
    await expect(remindInvoice(shop.ctx, named(id))).rejects.toEqual(new InvalidState('cancelled', 'remind the client'))
    await expect(sendInvoice(shop.ctx, named(id))).rejects.toEqual(new InvalidState('cancelled', 'send the invoice'))
  })
})
