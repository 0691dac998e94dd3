import { useParams } from '@tanstack/react-router'
import { PageLoading } from '../../shell/page-loading.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LoadFailed } from '../../ui/empty.tsx'
import { Figures } from '../../ui/facts.tsx'
import { Crumbs, Page } from '../../ui/page.tsx'
import { Day } from '../../ui/moment.tsx'
import { fiat } from '../fiat.ts'
import { Refunds } from '../../payments/refunds.tsx'
import { CreditNotes } from './credit-notes.tsx'
import { DecideInvoice } from './decide-invoice.tsx'
import { Documents } from './documents.tsx'
import { History } from './history.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { type InvoiceDetail, useInvoiceDetail } from './invoice-detail.ts'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceNotice } from './invoice-notice.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { Money } from './money.tsx'

/** One invoice: its state, what can be done, what is paid and what remains. */
export function InvoicePage() {
  const { invoice: id } = useParams({ from: '/signed-in/b/$business/invoices/$invoice' })
  const found = useInvoiceDetail(id)
  if (found.error && !found.data)
    return (
      <LoadFailed title="The invoice could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Its page stays open for its client, and what is paid is watched and credited meanwhile.
      </LoadFailed>
    )
  return found.data ? <Shown detail={found.data} /> : <PageLoading />
}

function Shown({ detail }: { readonly detail: InvoiceDetail }) {
  const { invoice } = detail
  const head = (
    <span className="row row--wrap">
      <span className="big">{invoice.invoice_number}</span>
      <span>{fiat(invoice.amount, invoice.currency)}</span>
      <Badge state={invoice.status} kind="lg" />
    </span>
  )
  return (
    <Page
      title={invoice.invoice_number}
      shown={head}
      above={<Crumbs to="/b/$business/invoices" list="Invoices" id={invoice.id} name="invoice ID" />}
      actions={<InvoiceActions detail={detail} />}
    >
      <DecideInvoice detail={detail} />
      <InvoiceNotice detail={detail} />
      <InvoiceFigures detail={detail} />
      <div className="cols">
        <div>
          <InvoiceLines invoice={invoice} />
          <Money detail={detail} />
          <Refunds detail={detail} />
          <CreditNotes invoice={invoice} />
          <History detail={detail} />
        </div>
        <div>
          <InvoiceFacts invoice={invoice} />
          <Documents documents={detail.documents} />
        </div>
      </div>
    </Page>
  )
}

/** The amounts; of a draft only what it will ask for. */
function InvoiceFigures({ detail: { invoice } }: { readonly detail: InvoiceDetail }) {
  const { currency, status } = invoice
  const due: [string, React.ReactNode] = ['Due on', <Day day={invoice.due_date} />]
  if (status === 'draft') return <Figures rows={[['Asks for', fiat(invoice.amount, currency)], due]} />
  const credited = invoice.credit_notes.reduce((sum, note) => sum + note.amount, 0)
  return (
    <Figures
      rows={[
        ['Asked', fiat(invoice.amount, currency), credited > 0 ? 'before credit notes' : undefined],
        ['Paid', fiat(invoice.amount_paid, currency)],
        ['Still due', fiat(invoice.amount_due, currency)],
        due,
      ]}
    />
  )
}
