import { DecideHeld } from '../../payments/decide-held.tsx'
import { api, trpc } from '../../trpc.ts'
import type { InvoiceDetail } from './invoice-detail.ts'

/** Crypto that is held of the invoice, and the ways to decide about it; nothing of it is accepted as a payment. */
export function DecideInvoice({ detail }: { readonly detail: InvoiceDetail }) {
  const { id } = detail.invoice
  const forward = () => api.invoices.portal.forward.mutate({ id })
  return (
    <DecideHeld
      subject={{
        money: detail,
        calls: { accept: forward, forward, withdraw_refund: () => api.invoices.portal.withdrawRefund.mutate({ id }) },
        offer: (idempotencyKey) => api.invoices.portal.refund.mutate({ id, idempotencyKey }),
        changes: trpc.invoices.pathKey(),
      }}
    />
  )
}
