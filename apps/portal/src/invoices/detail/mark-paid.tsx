import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banknote, Eye, Percent, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api, once, trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { TextField } from '../../ui/field.tsx'
import { messageOf } from '../../ui/problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { fiat } from '../fiat.ts'
import type { Invoice } from './invoice-detail.ts'

const LONGEST_NOTE = 500

/** Marks what is left of the invoice as paid elsewhere. */
export function MarkPaid({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const [note, setNote] = useState('')
  const due = fiat(invoice.amount_due, invoice.currency)
  const mark = useMutation({
    mutationFn: () => api.invoices.markPaid.mutate({ id: invoice.id, ...(note !== '' && { note }) }, once(key)),
    onSuccess: () => {
      toast('The invoice is paid.')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.invoices.pathKey() }),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Mark ${due} of ${invoice.invoice_number} as paid?`}
      keep="Keep it open"
      act="Mark paid"
      busy="Marking…"
      isBusy={mark.isPending}
      onAct={() => mark.mutate()}
      error={mark.error ? messageOf(mark.error) : undefined}
    >
      <TextField
        label="How it was paid"
        isOptional
        maxLength={LONGEST_NOTE}
        hint="For your records, such as a bank transfer and its day."
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Consequences
        rows={[
          [Banknote, `${due} counts as received outside; its page asks for nothing more`],
          [Percent, 'There is no fee on it'],
          [Eye, 'The audit log says that it was you'],
          [Undo2, 'The mark can be undone while nothing else was paid'],
        ]}
      />
    </ConfirmDialog>
  )
}
