import { tables } from '@gateway/db/tables'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { documentOfInvoice } from '@gateway/domain/invoices/document-of-invoice'
import type { Buyer } from '@gateway/domain/invoices/party'
import type { Email } from '@gateway/providers/email/mailer'
import { sendEmails } from '../accounts/emails/send-emails.ts'
import { attachDocument } from '../invoices/documents/attach-document.ts'
import { issueDocument } from '../invoices/documents/issue-document.ts'
import { invoiceOf, sentInvoice } from './test-invoices.ts'
import type { TestShop } from './test-shop.ts'

/** A client with an address for e-mails. */
export const lena: Buyer = {
  name: 'Lena Hoffmann',
  email: 'lena@hoffmann.example',
  language: 'de',
  address: null,
  taxId: null,
  electronicAddress: null,
}

type Changes = Partial<Pick<InvoiceEntity, 'buyer' | 'lines' | 'language' | 'dueDate' | 'overdueAt' | 'remindersOn' | 'notes'>>

/** An invoice to a client, payable by card, whose document is issued and not written. */
export async function billedInvoice(shop: TestShop, changes: Changes = {}): Promise<InvoiceEntity> {
  const { dueDate = null, overdueAt = null, ...others } = changes
  const { id } = await sentInvoice(shop, { asset: null, dueDate, overdueAt })
  const row = { buyer: lena, ...others }
  await tables(shop.ctx.orm.em.fork()).updateTable('invoice').set(row).where('id', '=', id).execute()
  const invoice = await invoiceOf(shop, id)
  const facts = {
    sellerName: 'Shop',
    taxProfile: null,
    client: invoice.buyer,
    today: '2026-10-01',
    payUrl: `https://gateway.test/now/${id}`,
  }
  const document = documentOfInvoice(invoice, facts)
  await shop.ctx.orm.em.fork().transactional((em) => issueDocument(em, shop.ctx, { id, invoiceId: id, document }))
  return invoice
}

/** Lets the role of e-mails look. @returns what it sent. */
export async function postLetters({ ctx }: TestShop): Promise<Email[]> {
  const sent: Email[] = []
  const mailer = { send: async (_id: string, mail: Email) => void sent.push(mail), close: () => {} }
  while (
    (await sendEmails({ ...ctx, mailer, origin: 'https://gateway.test', webhookKey: ctx.webhookOpeningKey, attach: attachDocument })) > 0
  )
    continue
  return sent
}
