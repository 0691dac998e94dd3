import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banknote, Eye, Lock } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { TextField } from '../../ui/field.tsx'
import { messageOf } from '../../ui/problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { fiat } from '../fiat.ts'
import type { InvoiceDetail } from './invoice-detail.ts'

const LONGEST_NOTE = 500

/** Opens the dialog by which what was given back from elsewhere is noted. */
export function GiveBack({ detail }: { readonly detail: InvoiceDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Mark as given back…
      </Button>
      {isOpen && <Dialog detail={detail} onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog({ detail: { invoice, overpaid }, onClose }: { readonly detail: InvoiceDetail; readonly onClose: () => void }) {
  const [note, setNote] = useState('')
  const sum = fiat(overpaid, invoice.currency)
  const mark = useMark({ id: invoice.id, amount: overpaid, note }, onClose)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Mark ${sum} of ${invoice.invoice_number} as given back?`}
      keep="Not yet"
      act="Mark as given back"
      busy="Marking…"
      isBusy={mark.isPending}
      onAct={() => mark.mutate()}
      error={mark.error ? messageOf(mark.error) : undefined}
    >
      <TextField
        label="How it was given back"
        isOptional
        maxLength={LONGEST_NOTE}
        hint="For your records, such as a bank transfer and its day, or a transaction."
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Consequences
        rows={[
          [Banknote, 'No money moves: you have given it back from your own wallet or bank'],
          [Eye, 'The audit log says that it was you'],
          [Lock, 'This cannot be undone'],
        ]}
      />
    </ConfirmDialog>
  )
}

interface Given {
  readonly id: string
  readonly amount: number
  readonly note: string
}

/** One key for this dialog: a repeated press notes it once. */
function useMark({ id, amount, note }: Given, onDone: () => void) {
  const client = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: () => confirmed(() => api.invoices.portal.giveBack.mutate({ id, amount, idempotencyKey, ...(note !== '' && { note }) })),
    onSuccess: () => {
      toast('It is marked as given back.')
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.invoices.pathKey() }),
  })
}
