import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { assetOf } from '@gateway/domain/money/asset'
import { type InvoiceChanged, invoiceChanged, invoiceWorkflowId } from '@gateway/workflows/invoices/signals'
import { queues } from '@gateway/workflows/queues'
import type { Enqueued } from '../../outbox/enqueue.ts'

/** What of an invoice its workflow has to know. */
type Told = Pick<InvoiceEntity, 'id' | 'merchantId' | 'mode' | 'asset' | 'state' | 'overdueAt' | 'eventSequence'>

/** Tells the workflow of an invoice that its row has moved, and starts it while something is to come; an ended invoice needs no run. */
export function signalInvoice(invoice: Told): Enqueued {
  const known = changedOf(invoice)
  const { workflowId, message } = restartInvoice(invoice)
  const signal = { name: invoiceChanged.name, args: [{ ...known }] }
  return { workflowId, message: { ...message, signal, ...(known.dueAt === null ? { onlyIfRunning: true } : { mayRunAgain: true }) } }
}

/** Starts the workflow of an invoice from its current row; a running one is not affected. */
export const restartInvoice = (invoice: Told): Enqueued => ({
  workflowId: invoiceWorkflowId(invoice.id),
  message: {
    workflow: 'invoice',
    taskQueue: queues.payments,
    args: [{ invoiceId: invoice.id, known: changedOf(invoice) }],
    searchAttributes: {
      MerchantId: invoice.merchantId,
      ...(invoice.asset !== null && { Chain: assetOf(invoice.asset).chain, Asset: invoice.asset }),
      Mode: invoice.mode,
    },
    summary: 'invoice',
  },
})

/** The row as the message to its workflow. */
export const changedOf = ({ state, eventSequence, overdueAt }: Told): InvoiceChanged => ({
  sequence: eventSequence,
  state,
  dueAt: state === 'sent' ? (overdueAt?.toISOString() ?? null) : null,
})
