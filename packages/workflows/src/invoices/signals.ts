import type { InvoiceState } from '@gateway/domain/invoices/machine'
import { defineSignal } from '@temporalio/workflow'

/** One workflow per invoice, from when it is sent until nothing of it is due any more. */
export const invoiceWorkflowId = (invoiceId: string): string => `invoice/${invoiceId}`

/** The input of an invoice's workflow: its id and the state of its row at the start, nothing secret. */
export interface InvoiceWorkflowInput {
  readonly invoiceId: string
  readonly known: InvoiceChanged
}

/** The state of the row. `sequence` grows with every change of it, so repeated and late signals are ignored. */
export interface InvoiceChanged {
  readonly sequence: number
  readonly state: InvoiceState
  /** RFC 3339; when the clock does something next: a reminder, or the end of the due day. Null where it does nothing more. */
  readonly dueAt: string | null
}

/** Sent after each committed change. */
export const invoiceChanged = defineSignal<[InvoiceChanged]>('invoiceChanged')
