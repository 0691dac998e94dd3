import { expect } from 'vitest'
import type { StoryTable } from '../client/story-table.ts'
import { expectPage, expectTwice } from '../client/wire-members.ts'
import { anId, aTime, justNow } from '../client/wire-values.ts'
import { bill, coffee, newDraft, newInvoice, ofCreations, ofDraft, ofInvoice, ofWritten, overdueInvoice, writtenInvoice } from './given.ts'

const badTerms = {
  INVALID_AMOUNT: { when: 'for an amount of zero', input: { amount: 0 } },
  UNSUPPORTED_CURRENCY: { when: 'for an unsupported currency', input: { currency: 'XTS' } },
  UNSUPPORTED_BLOCKCHAIN: { when: 'for a coin with a rate only', input: { crypto_currency: 'DOGE' } },
  INVALID_ADDRESS: { when: 'for an address that is no wallet of the business', input: { merchant_wallet_address: 'nobody' } },
}

export const invoiceStories: StoryTable = {
  'invoices.pdf': {
    usual: ofWritten,
    done: {
      'the document of an invoice is read byte by byte as its client gets it': async (ground) => {
        const { id } = await writtenInvoice(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        expect((await invoices.get(id)).pdf_url).toMatch(new RegExp(`^http.*/api/invoices/${id}/pay/pdf$`))
        const document = await invoices.pdf(id)
        expect([document.type, (await document.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
        const viewed = await ground.clientOf().invoices.payPdf(id)
        expect(Buffer.from(await viewed.arrayBuffer()).equals(Buffer.from(await document.arrayBuffer()))).toBe(true)
      },
    },
  },

  'invoices.payPdf': {
    usual: ofWritten,
    done: {
      'the client of an invoice reads its document without a key': async (ground) => {
        const { id } = await writtenInvoice(ground)
        const document = await ground.clientOf().invoices.payPdf(id)
        expect([document.type, (await document.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
      },
    },
  },

  'invoices.register': {
    done: {
      'a business reads its register as a file with a line for each number': async (ground) => {
        const { invoice_number: number } = await newDraft(ground)
        const register = await ground.clientOf(ground.shop.key).invoices.register()
        expect(register.type).toContain('text/csv')
        const lines = (await register.text()).split('\r\n')
        expect(lines[0]).toContain('number,kind,status')
        expect(lines.filter((line) => line.startsWith(`${number},invoice,draft,`))).toHaveLength(1)
      },
    },
    refused: {
      BUSINESS_REQUIRED: { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }) => beginner.token },
      VALIDATION_ERROR: { when: 'for an unknown member', input: { from: 1 } },
    },
  },

  'invoices.create': {
    usual: () => ({ input: bill }),
    done: {
      'a shop writes an invoice with items, and its number follows the last one': async (ground) => {
        const { shop, clientOf } = ground
        const before = await newDraft(ground)
        const terms = {
          currency: 'EUR' as const,
          items: [coffee],
          due_date: '2099-12-31',
          notes: '',
          wallet_id: 'main',
          crypto_currency: 'BTC' as const,
        }
        const answer = await clientOf(shop.key).invoices.create({ ...terms, merchant_wallet_address: shop.wallets.BTC })
        expectTwice(answer, 'invoice', 'invoice')
        const sums = { amount: 119, tax_total: 19, amount_paid: 0, amount_due: 119 }
        const echoed = {
          due_date: '2099-12-31',
          notes: '',
          wallet_id: 'main',
          crypto_currency: 'BTC',
          merchant_wallet_address: shop.wallets.BTC,
        }
        expect(answer.invoice).toMatchObject({
          id: anId,
          business_id: shop.businessId,
          status: 'draft',
          currency: 'EUR',
          ...sums,
          ...echoed,
        })
        expect(answer.invoice).toMatchObject({ pay_url: null, payment_address: null, sent_at: null, livemode: true })
        expect(answer.invoice.items).toEqual([{ ...coffee, unit_code: 'C62', tax_category: 'S' }])
        expect(numberOf(answer.invoice.invoice_number)).toBe(numberOf(before.invoice_number) + 1)
        expect(answer.invoiceNumber).toBe(answer.invoice_number)
        justNow(answer.created_at)
      },
    },
    refused: {
      ...badTerms,
      ...ofCreations,
      VALIDATION_ERROR: { when: 'for a due day that has ended', input: { due_date: '2026-01-31' } },
    },
  },

  'invoices.get': {
    usual: ofDraft,
    done: {
      'a draft is read as it was created': async (ground) => {
        const invoice = await newDraft(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.get(invoice.id)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer.invoice).toEqual(invoice)
      },
    },
  },

  'invoices.list': {
    done: {
      'a business lists its invoices by status': async ({ clientOf, thirdParty }) => {
        const { invoices } = clientOf(thirdParty.key)
        const { id } = await invoices.create({ amount: 5, currency: 'JPY' })
        const answer = await invoices.list({ status: 'draft', date_from: '2026-01-01' })
        expectPage(answer, 'invoices', { noun: 'invoice', total: answer.total })
        expect(answer.invoices.map((one) => one.id)).toContain(id)
        expectPage(await invoices.list({ status: 'overdue' }), 'invoices', { noun: 'invoice', total: 0 })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a status that does not exist', input: { status: 'open' } } },
  },

  'invoices.update': {
    usual: async (ground) => ({ ...(await ofDraft(ground)), input: { amount: 20 } }),
    done: {
      'every value that was sent is echoed': async (ground) => {
        const { id } = await newDraft(ground, { notes: 'Hello', due_date: '2099-12-31' })
        const changes = { amount: 12.5, currency: 'USD' as const, notes: '', wallet_id: 'other', due_date: '2100-01-31', reminders: false }
        const answer = await ground.clientOf(ground.shop.key).invoices.update(id, changes)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer.invoice).toMatchObject({ ...changes, status: 'draft' })
      },
    },
    refused: {
      ...badTerms,
      INVALID_ADDRESS: { when: 'for an address that is no wallet of the business', input: { merchant_wallet_address: 'nobody' } },
      VALIDATION_ERROR: { when: 'for notes that are no text', input: { notes: 7 } },
    },
  },

  'invoices.remove': {
    usual: ofDraft,
    done: {
      'a draft is deleted for good': async (ground) => {
        const { id } = await newDraft(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        expect(await invoices.remove(id)).toEqual({ success: true, id, deleted: true })
        await expect(invoices.get(id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
      },
    },
  },

  'invoices.duplicate': {
    usual: ofDraft,
    done: {
      'an invoice that was sent becomes a new draft': async (ground) => {
        const original = await newInvoice(ground, { notes: 'Hello' })
        const answer = await ground.clientOf(ground.shop.key).invoices.duplicate(original.id)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer.invoice).toMatchObject({ status: 'draft', amount: 119, notes: 'Hello', due_date: null, payment_address: null })
        expect(answer.id).not.toBe(original.id)
      },
    },
  },

  'invoices.send': {
    usual: ofDraft,
    done: {
      'a draft is sent, and the answer says why its client gets no e-mail': async (ground) => {
        const { id } = await newDraft(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.send(id)
        expectTwice(answer, 'invoice', 'invoice')
        const payUrl = expect.stringMatching(new RegExp(`/now/${id}$`)) as string
        expect(answer).toMatchObject({ status: 'sent', payUrl, pay_url: payUrl, paymentLink: payUrl, emailAccepted: false })
        expect(answer).toMatchObject({ payment_address: expect.any(String) as string, sent_at: aTime })
        expect('warning' in answer && answer.warning).toContain('no e-mail address')
      },
      'an e-mail goes to the client, and once more for an overdue invoice, whose answer has no invoice': async (ground) => {
        const { id } = await overdueInvoice(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.send(id)
        const members = ['success', 'id', 'status', 'payUrl', 'pay_url', 'paymentLink', 'emailAccepted', 'warning']
        expect(Object.keys(answer).toSorted()).toEqual(members.toSorted())
        expect(answer).toMatchObject({ success: true, id, status: 'overdue', emailAccepted: false })
      },
    },
  },

  'invoices.publish': {
    usual: ofDraft,
    done: {
      'a draft is published once': async (ground) => {
        const { id } = await newDraft(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        const answer = await invoices.publish(id)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer).toMatchObject({ status: 'sent', idempotentReplay: false })
        expect('emailAccepted' in answer).toBe(false)
        expect(await invoices.publish(id)).toMatchObject({
          status: 'sent',
          idempotentReplay: true,
          payment_address: answer.payment_address,
        })
      },
    },
  },

  'invoices.remind': {
    usual: ofInvoice,
    done: {
      'the answer says whether an e-mail is on its way': async (ground) => {
        const { id } = await newInvoice(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.remind(id)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer).toMatchObject({ emailAccepted: false, status: 'sent' })
      },
    },
  },

  'invoices.pay': {
    usual: ofInvoice,
    done: {
      'anybody with the id reads what is needed to pay': async (ground) => {
        const { id, payment_address } = await newInvoice(ground)
        const answer = await ground.clientOf().invoices.pay(id)
        expect(answer).toMatchObject({ success: true, amount: 119, currency: 'EUR', status: 'sent', paymentAddress: payment_address })
      },
    },
  },
}

const numberOf = (text: string): number => Number(text.slice('INV-'.length))
