import { SubmitReceiptInput } from '@gateway/contract/identity/receipt-inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api, once, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { FormRefusal } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { shortDid } from './did-link.tsx'
import type { Party } from './escrows.tsx'

interface Values {
  readonly rating: string
  readonly taskDescription: string
}

const ratings = [
  ['5', '5, excellent'],
  ['4', '4, good'],
  ['3', '3, fair'],
  ['2', '2, poor'],
  ['1', '1, bad'],
] as const

const fields = [
  { name: 'rating', label: 'Rating', options: ratings },
  { name: 'taskDescription', label: 'What was done', kind: 'lines', hint: 'For you and the operators. It is never public.' },
] as const

/** Writes what the merchant says of the other party of a settled escrow: once, and for good. */
export function WriteReceipt({ party, onClose }: { readonly party: Party; readonly onClose: () => void }) {
  const write = useWriting(party, onClose)
  const [schema] = useState(() => z.preprocess((values) => ({ ...Object(values), ...about(party) }), SubmitReceiptInput))
  const form = useWireForm<Values>(schema, { rating: '5', taskDescription: '' }, write.error)
  return (
    <Dialog isOpen onClose={onClose} title="Write a receipt">
      <form className="stack" onSubmit={form.handleSubmit((values) => write.mutate(values))}>
        <FormRefusal fact="The receipt could not be written" error={write.error} />
        <Facts
          rows={[
            ['Escrow', <span className="mono break-all">{party.escrow_id}</span>],
            ['About', <span className="mono">{shortDid(party.counterparty_did ?? '')}</span>],
          ]}
        />
        <Fields form={form} fields={fields} />
        <p className="hint">
          The rating is public and counts for the other party. You write one receipt of an escrow, and cannot change it.
        </p>
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Write none</Button>
          <Button look="primary" type="submit" busy={write.isPending && 'Writing…'}>
            Write receipt
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const about = ({ escrow_id, counterparty_did }: Party) => ({ escrowId: escrow_id, counterpartyDid: counterparty_did })

function useWriting(party: Party, onClose: () => void) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (values: Values) => api.identity.receipts.submit.mutate({ ...values, ...about(party) } as never, once(key)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: trpc.identity.pathKey() })
      toast('The receipt is written.')
      onClose()
    },
  })
}
