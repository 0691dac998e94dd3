import { CreateInvoiceInput } from '@gateway/contract/invoices/inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, once, trpc } from '../../trpc.ts'
import { useWireForm } from '../../ui/form/use-wire-form.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.tsx'
import { InvoiceForm, useCoins } from './invoice-form.tsx'
import { creationOf, type InvoiceValues, newValues } from './invoice-values.ts'

// The raw form is one of this shape: it comes from its fields alone.
const NewInvoice = z.preprocess((form) => creationOf(form as InvoiceValues), CreateInvoiceInput)

/** Writes a new draft, which takes the next number of the business. */
export function NewInvoicePage() {
  const { client: clientId = '' } = useSearch({ from: '/signed-in/b/$business/invoices/new' })
  const [first] = useCoins()
  const create = useCreation()
  const form = useWireForm<InvoiceValues>(NewInvoice, newValues({ clientId, coin: first?.[0] ?? '' }), create.error)
  return (
    <Page title="New invoice">
      <p className="max-w-108">It is a draft until you send it: only you see it, and everything can be changed.</p>
      <InvoiceForm form={form} call={create} fact="The draft could not be created" act="Create draft" />
    </Page>
  )
}

/** Sends the form, once however often it is pressed, and opens the new draft. */
function useCreation() {
  const business = useBusinessId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (values: InvoiceValues) => api.invoices.create.mutate({ ...creationOf(values), businessId: business } as never, once(key)),
    onSuccess: async ({ invoice }) => {
      toast(`The draft ${invoice.invoice_number} is created.`)
      await client.invalidateQueries({ queryKey: trpc.invoices.pathKey() })
      await navigate({ to: '/b/$business/invoices/$invoice', params: { business, invoice: invoice.id } })
    },
  })
}
