import { UpdateInvoiceInput } from '@gateway/contract/invoices/inputs'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, trpc } from '../../trpc.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useWireForm } from '../../ui/form/use-wire-form.ts'
import { Crumbs, Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Invoice } from '../detail/invoice-detail.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { changeOf, type InvoiceValues, valuesOf } from './invoice-values.ts'

/** Edits a draft; an invoice that was sent is never edited. */
export function EditInvoicePage() {
  const { invoice: id } = useParams({ from: '/signed-in/b/$business/invoices/$invoice/edit' })
  const { data } = useSuspenseQuery(trpc.invoices.get.queryOptions({ id }))
  const { invoice } = data
  return (
    <Page
      title={`Edit ${invoice.invoice_number}`}
      above={<Crumbs to="/b/$business/invoices" list="Invoices" id={invoice.id} name="invoice ID" />}
    >
      {invoice.status === 'draft' ? <Form key={invoice.updated_at} invoice={invoice} /> : <Sent invoice={invoice} />}
    </Page>
  )
}

const Sent = ({ invoice: { id } }: { readonly invoice: Invoice }) => (
  <Empty
    title="This invoice was sent"
    actions={
      <LinkButton to="/b/$business/invoices/$invoice" params={{ invoice: id }}>
        Open the invoice
      </LinkButton>
    }
  >
    It is never edited again. A credit note corrects it.
  </Empty>
)

function Form({ invoice }: { readonly invoice: Invoice }) {
  const business = useBusinessId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id } = invoice
  const save = useMutation({
    mutationFn: (values: InvoiceValues) => api.invoices.update.mutate(changeOf(id, values) as never),
    onSuccess: async () => {
      toast('The draft is saved.')
      await navigate({ to: '/b/$business/invoices/$invoice', params: { business, invoice: id } })
      await client.invalidateQueries({ queryKey: trpc.invoices.pathKey() })
    },
  })
  // The raw form is one of this shape: it comes from its fields alone.
  const schema = z.preprocess((form) => changeOf(id, form as InvoiceValues), UpdateInvoiceInput)
  const form = useWireForm<InvoiceValues>(schema, valuesOf(invoice), save.error)
  return <InvoiceForm form={form} call={save} fact="The draft could not be saved" act="Save draft" />
}
