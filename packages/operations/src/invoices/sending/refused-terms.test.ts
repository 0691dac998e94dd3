import { tables } from '@gateway/db/tables'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiContext } from '../../kernel/context.ts'
import { invoicesOf } from '../../testing/invoices-of-shop.ts'
import { queuedEmails } from '../../testing/test-emails.ts'
import { postLetters } from '../../testing/test-invoice-letters.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { writeDocuments } from '../documents/write-documents.ts'
import { queueDueLetters } from '../letters/queue-due-letters.ts'
import { viewInvoice } from '../public/view-invoice.ts'
import { markPaid } from '../settling/mark-paid.ts'
import { publishInvoice, sendInvoice } from './send-invoice.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 4)
})
afterAll(() => closeShop(shop))

const { named, create, read, client } = invoicesOf(() => shop)
const queued = async () => (await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)).filter(({ kind }) => kind.startsWith('invoice_'))

/** A signer that refuses whatever terms it sees. */
const refusing = (): ApiContext => ({
  ...shop.ctx,
  awaitPin: async (payoutTermsId) => {
    const { businessId, ctx } = shop
    const pin = { payoutTermsId, businessId, mode: 'live' as const, usdRate: '1', mac: null, pinnedAt: ctx.clock.now(), usableAt: null }
    await tables(ctx.orm.em.fork())
      .insertInto('payout_terms_pin')
      .values({ ...pin, refused: 'wallet_was_not_pinned' })
      .execute()
    return 'refused'
  },
})

test('an invoice whose terms the signer refuses is not sent again, asks nobody to pay at its address, and its letter is held back', async () => {
  const { id: clientId } = await client({ email: 'billing@client.example' })
  const { id } = await create({ crypto_currency: 'BTC', client_id: clientId })
  await expect(sendInvoice(refusing(), named(id))).rejects.toBeInstanceOf(AddressUnavailable)
  expect(await queued()).toHaveLength(1)
  await expect(sendInvoice(shop.ctx, named(id))).rejects.toBeInstanceOf(AddressUnavailable)
  await expect(publishInvoice(shop.ctx, named(id))).rejects.toBeInstanceOf(AddressUnavailable)
  expect(await queued()).toHaveLength(1)

  const { invoice, quote } = await viewInvoice(shop.ctx, { id })
  expect({ address: invoice.paymentAddress, quote }).toEqual({ address: null, quote: undefined })
  expect((await read(id)).invoice.paymentAddress).not.toBeNull()

  await writeDocuments(shop.ctx)
  expect(await postLetters(shop)).toEqual([])
  await markPaid(shop.ctx, named(id))
  await queueDueLetters(shop.ctx)
  expect((await postLetters(shop)).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('paid'))
})

test('an invoice whose terms the signer has checked is sent again, and shows its address', async () => {
  const { id } = await create({ crypto_currency: 'BTC' })
  await publishInvoice(shop.ctx, named(id))
  expect(await publishInvoice(shop.ctx, named(id))).toMatchObject({ wasSent: true })
  const { invoice, quote } = await viewInvoice(shop.ctx, { id })
  expect(invoice.paymentAddress).not.toBeNull()
  expect(quote).toBeDefined()
})
