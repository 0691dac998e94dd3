import { expect } from 'vitest'
import type { StoryTable } from '../client/story-table.ts'
import { expectMembers, expectTwice } from '../client/wire-members.ts'
import { justNow } from '../client/wire-values.ts'
import { newInvoice, ofInvoice } from './given.ts'

export const settlingStories: StoryTable = {
  'invoices.cancel': {
    usual: ofInvoice,
    done: {
      'an invoice that nobody has paid is cancelled': async (ground) => {
        const { id } = await newInvoice(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.cancel(id)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer.invoice).toMatchObject({ status: 'cancelled', amount_due: 0 })
      },
    },
  },

  'invoices.markPaid': {
    usual: ofInvoice,
    done: {
      'what is left was paid elsewhere': async (ground) => {
        const { id } = await newInvoice(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.markPaid(id, { note: 'By bank' })
        expectTwice(answer, 'invoice', 'invoice')
        const sums = { amount_paid: 119, amount_due: 0, paid_outside: { amount: 119, note: 'By bank' } }
        expect(answer.invoice).toMatchObject({ status: 'paid', ...sums })
        justNow(answer.paid_at)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a note that is no text', input: { note: 7 } } },
  },

  'invoices.undoMark': {
    usual: async (ground) => {
      const { id } = await newInvoice(ground)
      await ground.clientOf(ground.shop.key).invoices.markPaid(id)
      return { ids: [id] }
    },
    done: {
      'an invoice is payable again': async (ground) => {
        const { id } = await newInvoice(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        await invoices.markPaid(id)
        const answer = await invoices.undoMark(id)
        expectTwice(answer, 'invoice', 'invoice')
        expect(answer.invoice).toMatchObject({ status: 'sent', amount_paid: 0, amount_due: 119, paid_outside: null, paid_at: null })
      },
    },
  },

  'invoices.credit': {
    usual: async (ground) => ({ ...(await ofInvoice(ground)), input: { amount: 1 } }),
    done: {
      'a part is taken off, and the rest cancels the invoice': async (ground) => {
        const invoice = await newInvoice(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        const part = await invoices.credit(invoice.id, { amount: 19, reason: 'Returned' })
        expectTwice(part, 'credit_note', 'creditNote')
        expectMembers(part.invoice, 'invoice')
        expect(part.credit_note).toMatchObject({ invoice_id: invoice.id, amount: 19, currency: 'EUR', items: [], reason: 'Returned' })
        expect(part.invoice).toMatchObject({ status: 'sent', amount_due: 100 })
        const rest = await invoices.credit(invoice.id)
        expect(rest.invoice).toMatchObject({ status: 'cancelled', amount_due: 0 })
        expect(rest.invoice.credit_notes.map(({ amount }) => amount)).toEqual([19, 100])
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a reason that is no text', input: { reason: 7 } },
      INVALID_AMOUNT: { when: 'for more than the invoice', input: { amount: 120 } },
    },
  },
}
