import { type DbRoom, insertedBy, readByAll, table } from '../table.ts'
import { ClientEntity } from './client.entity.ts'
import { CreditNoteEntity } from './credit-note.entity.ts'
import { InvoiceDocumentEntity } from './documents/invoice-document.entity.ts'
import { InvoiceLetterEntity } from './letters/invoice-letter.entity.ts'
import { InvoiceCounterEntity } from './invoice-counter.entity.ts'
import { InvoiceNumberEntity } from './invoice-number.entity.ts'
import { InvoiceEntity } from './invoice.entity.ts'

/** Tables of invoices: the api writes what a merchant asks for. */
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
    ]),
    invoice_letter: table(InvoiceLetterEntity, [{ to: ['series'], may: 'SELECT, INSERT' }]),
    invoice: table(
      InvoiceEntity,
      [
        readByAll,
        { to: ['series'], may: 'SELECT' },
        insertedBy('api'),
        {
          to: ['api'],
          may: `UPDATE (client_id, currency, amount_minor, lines, asset, state, issue_date, service_date, due_date, notes, language, tax_exemption_reason,
            buyer_reference, wallet_id, wallet_address, payment_address, payout_terms_id, takes_cards, fee_bps, seller, buyer, credited_minor,
            credit_notes_minor, outside_minor, outside_note, outside_by, reminders_on, overdue_at, sent_at, viewed_at, paid_at, event_sequence,
            updated_at), DELETE`,
        },
      ],
      { isGuarded: true },
    ),
    invoice_counter: table(InvoiceCounterEntity, [readByAll, { to: ['api'], may: 'INSERT, UPDATE (last)' }]),
    invoice_number: table(InvoiceNumberEntity, [readByAll, { to: ['api'], may: 'INSERT, UPDATE (status, voided_at)' }]),
    credit_note: table(CreditNoteEntity, [readByAll, insertedBy('api')]),
  },
} as const satisfies DbRoom
