import { advancing, type DbRoom, insertedBy, readByAll, table } from '../table.ts'
import { ClientEntity } from './client.entity.ts'
import { CreditNoteEntity } from './credit-note.entity.ts'
import { InvoiceDocumentEntity } from './documents/invoice-document.entity.ts'
import { InvoiceLetterEntity } from './letters/invoice-letter.entity.ts'
import { InvoiceCounterEntity } from './invoice-counter.entity.ts'
import { InvoiceNumberEntity } from './invoice-number.entity.ts'
import { InvoiceEntity } from './invoice.entity.ts'
import { InvoiceCreditEntity } from './money/invoice-credit.entity.ts'
import { InvoiceGiveBackEntity } from './money/invoice-give-back.entity.ts'
import { InvoiceQuoteEntity } from './money/invoice-quote.entity.ts'

/** Those that credit money: by deposits, and by card. */
const crediting = [...advancing, 'processor'] as const

/** Tables of invoices: the api writes what a merchant asks for, and who credits money writes what has come. */
export const invoicesRoom = {
  tables: {
    client: table(ClientEntity, [
      readByAll,
      insertedBy('api'),
      { to: ['api'], may: 'UPDATE (name, email, language, address, tax_id, electronic_address, updated_at), DELETE' },
    ]),
    invoice_document: table(InvoiceDocumentEntity, [
      { to: ['api'], may: 'SELECT, INSERT' },
      { to: ['series'], may: 'SELECT, UPDATE (bytes, sha256, is_electronic, written_at)' },
      { to: ['webhooks'], may: 'SELECT (id, number, bytes, sha256)' },
      // Events of an invoice say where its document is.
      { to: crediting, may: 'SELECT (id, written_at)' },
    ]),
    invoice_letter: table(InvoiceLetterEntity, [{ to: ['series'], may: 'SELECT, INSERT' }]),
    invoice: table(
      InvoiceEntity,
      [
        readByAll,
        // Who locks a row has to have the right to write some of it.
        { to: ['series'], may: 'SELECT, UPDATE (updated_at)' },
        insertedBy('api'),
        {
          to: ['api'],
          may: `UPDATE (client_id, currency, amount_minor, lines, asset, state, issue_date, service_date, due_date, notes, language, tax_exemption_reason,
            buyer_reference, wallet_id, wallet_address, payment_address, payout_terms_id, takes_cards, fee_bps, seller, buyer, credited_minor,
            credit_notes_minor, outside_minor, outside_note, outside_by, reminders_on, overdue_at, sent_at, viewed_at, paid_at, event_sequence,
            updated_at), DELETE`,
        },
        { to: crediting, may: 'UPDATE (state, credited_minor, paid_at, event_sequence, updated_at)' },
      ],
      { isGuarded: true },
    ),
    invoice_counter: table(InvoiceCounterEntity, [readByAll, { to: ['api'], may: 'INSERT, UPDATE (last)' }]),
    invoice_number: table(InvoiceNumberEntity, [readByAll, { to: ['api'], may: 'INSERT, UPDATE (status, voided_at)' }]),
    credit_note: table(CreditNoteEntity, [readByAll, insertedBy('api')]),
    // The api quotes what is open; whoever credits money ends a quote, or raises what it asks of its deposits.
    invoice_quote: table(InvoiceQuoteEntity, [
      readByAll,
      insertedBy('api'),
      { to: ['api', ...crediting], may: 'UPDATE (valid_until)' },
      { to: advancing, may: 'UPDATE (confirmations_required, finality_required)' },
    ]),
    invoice_credit: table(InvoiceCreditEntity, [readByAll, insertedBy(...crediting), { to: advancing, may: 'UPDATE (reversed_at)' }]),
    invoice_give_back: table(InvoiceGiveBackEntity, [readByAll, insertedBy('api')]),
  },
  // Crypto that pays an invoice has its open card pages closed.
  furtherGrants: { processor_task: [insertedBy(...advancing)] },
} as const satisfies DbRoom
