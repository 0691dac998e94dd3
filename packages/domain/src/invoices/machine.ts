import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of an invoice. `send`: it was sent or published, and is never edited again. `fall_due`: its due day has ended where the business is.
 * `pay_part`: a rail has credited a part, and something is left. `pay`: both rails together, or a mark of the merchant, have credited the whole amount. `credit`: a credit note over a part, or over a paid
 * invoice. `credit_whole`: credit notes over the whole of an unpaid one. `reopen` and `reopen_overdue`: the mark is undone, before or after the due
 * day. A draft is deleted as a row; its number stays in the register.
 */
export const invoiceMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { send: { to: 'sent', emits: ['invoice.sent'] } },
    sent: {
      fall_due: { to: 'overdue', emits: ['invoice.overdue'] },
      pay_part: { to: 'sent', emits: ['invoice.updated'] },
      pay: { to: 'paid', emits: ['invoice.paid'] },
      credit: { to: 'sent', emits: ['invoice.credited'] },
      credit_whole: { to: 'cancelled', emits: ['invoice.credited'] },
      cancel: { to: 'cancelled', emits: ['invoice.cancelled'] },
    },
    overdue: {
      pay_part: { to: 'overdue', emits: ['invoice.updated'] },
      pay: { to: 'paid', emits: ['invoice.paid'] },
      credit: { to: 'overdue', emits: ['invoice.credited'] },
      credit_whole: { to: 'cancelled', emits: ['invoice.credited'] },
      cancel: { to: 'cancelled', emits: ['invoice.cancelled'] },
    },
    paid: {
      credit: { to: 'paid', emits: ['invoice.credited'] },
      reopen: { to: 'sent', emits: ['invoice.updated'] },
      reopen_overdue: { to: 'overdue', emits: ['invoice.updated'] },
    },
    cancelled: {},
  },
})

/** One of the five client-visible statuses. */
export type InvoiceState = StateOf<typeof invoiceMachine>
/** Input of an invoice. */
export type InvoiceInput = InputOf<typeof invoiceMachine>
/** Events of invoices. */
export type InvoiceEventName = EventOf<typeof invoiceMachine>

/** The five statuses, for filters and schemas. */
export const invoiceStates = Object.keys(invoiceMachine.states) as InvoiceState[]
