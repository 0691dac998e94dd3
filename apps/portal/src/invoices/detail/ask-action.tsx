import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Ask } from '../../ui/ask.tsx'
import { actionTexts, type InvoiceAction } from './action-texts.tsx'
import type { Invoice } from './invoice-detail.ts'

interface AskActionProps {
  readonly action: InvoiceAction
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** What an action answers that is told to the reader: why no e-mail is on its way. */
interface Told {
  readonly warning?: string | undefined
}

type Work = (id: string, key: string) => Promise<Told>

const quiet = (answer: Promise<unknown>): Promise<Told> => answer.then(() => ({}))

const calls: Readonly<Record<Exclude<InvoiceAction, 'duplicate' | 'remove'>, Work>> = {
  send: (id, key) => api.invoices.send.mutate({ id }, once(key)),
  resend: (id, key) => api.invoices.send.mutate({ id }, once(key)),
  remind: (id, key) => api.invoices.remind.mutate({ id }, once(key)),
  publish: (id, key) => quiet(api.invoices.publish.mutate({ id }, once(key))),
  cancel: (id, key) => quiet(api.invoices.cancel.mutate({ id }, once(key))),
  undo: (id) => quiet(api.invoices.undoMark.mutate({ id })),
}

/** Asks before an action, names its consequences, and does it, once however often it is pressed. */
export function AskAction({ action, invoice, onClose }: AskActionProps) {
  const [key] = useState(() => crypto.randomUUID())
  const leaving = useLeaving()
  const { asks, consequences, done, ...texts } = actionTexts[action]
  const work = action === 'duplicate' || action === 'remove' ? leaving[action] : calls[action]
  return (
    <Ask
      {...texts}
      title={asks(invoice.invoice_number)}
      consequences={consequences(invoice)}
      work={() => work(invoice.id, key)}
      done={({ warning }) => (warning === undefined ? done : `${done} No e-mail is on its way: ${warning}`)}
      changes={trpc.invoices.pathKey()}
      onClose={onClose}
    />
  )
}

/** Actions after which another page is shown: the new draft, or the list. */
function useLeaving(): Readonly<Record<'duplicate' | 'remove', Work>> {
  const business = useBusinessId()
  const navigate = useNavigate()
  return {
    duplicate: async (id, key) => {
      const { invoice } = await api.invoices.duplicate.mutate({ id }, once(key))
      await navigate({ to: '/b/$business/invoices/$invoice/edit', params: { business, invoice: invoice.id } })
      return {}
    },
    remove: async (id) => {
      await api.invoices.remove.mutate({ id })
      await navigate({ to: '/b/$business/invoices', params: { business } })
      return {}
    },
  }
}
