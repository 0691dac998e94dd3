import { findWrittenDocument } from '@gateway/db/invoices/documents/document-queries'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { tables } from '@gateway/db/tables'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { billedInvoice, lena, postLetters } from '../../testing/test-invoice-letters.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { writeDocuments } from '../documents/write-documents.ts'
import { queueDueLetters } from './queue-due-letters.ts'
import { type InvoiceLetter, queueInvoiceLetter } from './queue-invoice-letter.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

let shop: TestShop
beforeEach(async () => void (shop = await openShop()))
afterEach(() => closeShop(shop))

const queue = (invoice: InvoiceEntity, letter: InvoiceLetter = { kind: 'invoice_sent' }, ctx = shop.ctx) =>
  transaction(ctx, (em) => queueInvoiceLetter(em, ctx, { invoice, letter }))
const subjects = async () => (await postLetters(shop)).map(({ subject }) => subject)
/** As if it were marked as paid outside. */
const pay = ({ id, amountMinor }: InvoiceEntity) =>
  tables(shop.ctx.orm.em.fork())
    .updateTable('invoice')
    .set({ creditedMinor: amountMinor, outsideMinor: amountMinor, outsideBy: 'test', paidAt: shop.ctx.clock.now(), state: 'paid' as never })
    .where('id', '=', id)
    .execute()

describe('a letter', () => {
  test('waits for its document, and brings it byte by byte', async () => {
    const invoice = await billedInvoice(shop)
    expect(await queue(invoice)).toBeUndefined()
    expect(await postLetters(shop)).toEqual([])
    await writeDocuments(shop.ctx)
    const [letter] = await postLetters(shop)
    const stored = await findWrittenDocument(shop.ctx.orm.em.fork(), { id: invoice.id })
    const [file] = letter?.attachments ?? []
    expect(file).toMatchObject({ name: `INV-${invoice.number}.pdf`, type: 'application/pdf' })
    expect(
      createHash('sha256')
        .update(file?.content ?? '')
        .digest('hex'),
    ).toBe(stored?.sha256)
  })

  test('is in the language of the client, has the link to pay, and its replies go to the merchant', async () => {
    const invoice = await billedInvoice(shop)
    await queue(invoice)
    await writeDocuments(shop.ctx)
    const [letter] = await postLetters(shop)
    expect(letter).toMatchObject({ to: lena.email, subject: expect.stringContaining(`Rechnung INV-${invoice.number} von`) })
    expect(letter?.replyTo).toMatch(/@/)
    expect(letter?.text).toContain(`https://gateway.test/now/${invoice.id}`)
  })

  test('is not queued for a client without an address, nor beyond the limits of e-mails to strangers', async () => {
    const invoice = await billedInvoice(shop)
    const strict = { ...shop.ctx, emailLimits: { ...shop.ctx.emailLimits, perRecipient: 1 } }
    expect(await queue(Object.assign(await billedInvoice(shop), { buyer: null }))).toBe('no_address')
    expect(await queue(invoice, { kind: 'invoice_sent' }, strict)).toBeUndefined()
    expect(await queue(invoice, { kind: 'invoice_sent' }, strict)).toBe('recipient_limit')
  })

  test('is given up when its document never comes', async () => {
    await queue(await billedInvoice(shop))
    shop.ctx.clock.advance(8 * DAY_MS)
    expect(await postLetters(shop)).toEqual([])
    const rows = await tables(shop.ctx.orm.em.fork())
      .selectFrom('email')
      .select('unsentReason')
      .where('kind', '=', 'invoice_sent')
      .execute()
    expect(rows).toEqual([{ unsentReason: 'too_late' }])
  })
})

describe('letters that nobody asks for', () => {
  /** An invoice that is due in ten days, and its document. */
  async function due(changes: { remindersOn?: boolean } = {}) {
    const overdueAt = new Date(shop.ctx.clock.now().getTime() + 11 * DAY_MS)
    const invoice = await billedInvoice(shop, { dueDate: '2026-10-31', overdueAt, ...changes })
    await writeDocuments(shop.ctx)
    return invoice
  }
  /** Lets some days pass, looking four times a day. */
  async function pass(days: number): Promise<string[]> {
    const sent: string[] = []
    for (let hour = 0; hour < days * 24; hour += 6) {
      shop.ctx.clock.advance(6 * HOUR_MS)
      await queueDueLetters(shop.ctx)
      sent.push(...(await subjects()))
    }
    return sent
  }

  test('remind before, on and after the due day, once each', async () => {
    const { number } = await due()
    expect(await pass(20)).toEqual([
      expect.stringContaining(`Rechnung INV-${number} ist am 31. Oktober 2026 fällig`),
      expect.stringContaining('ist heute fällig'),
      expect.stringContaining('war am 31. Oktober 2026 fällig'),
    ])
  })

  test('are not sent where reminders are off', async () => {
    await due({ remindersOn: false })
    expect(await pass(20)).toEqual([])
  })

  test('do not remind of an invoice on which nothing is open', async () => {
    const { id, amountMinor } = await due()
    const write = tables(shop.ctx.orm.em.fork()).updateTable('invoice').set({ creditNotesMinor: amountMinor })
    await write.where('id', '=', id).execute()
    expect(await pass(20)).toEqual([])
  })

  test('end with the payment, which is confirmed once', async () => {
    const invoice = await due()
    expect(await pass(9)).toHaveLength(1)
    await pay(invoice)
    expect(await pass(11)).toEqual([expect.stringContaining('ist bezahlt')])
  })

  test('do not remind of what was paid while the mail server was away', async () => {
    const invoice = await due()
    shop.ctx.clock.advance(8 * DAY_MS)
    await queueDueLetters(shop.ctx)
    await pay(invoice)
    expect(await subjects()).toEqual([])
  })

  test('are queued once by two processes at once', async () => {
    await pay(await due())
    await Promise.all([queueDueLetters(shop.ctx), queueDueLetters(shop.ctx)])
    expect(await subjects()).toHaveLength(1)
  })
})
