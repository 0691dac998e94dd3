import { CreateLightningInvoiceInput } from '@gateway/contract/lightning/inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type FieldOf, Fields } from '../../ui/form/fields.tsx'
import { filledIn, useWireForm, withoutBlanks } from '../../ui/form/use-wire-form.ts'
import { FormRefusal } from '../../ui/notice.tsx'
import type { WalletChoice } from '../wallets/use-wallet-choice.ts'
import { walletField } from '../wallets/wallet-field.ts'

interface Values {
  readonly walletId: string
  readonly amountSats: string
  readonly description: string
}

const InvoiceForm = filledIn(CreateLightningInvoiceInput)

interface ReceiveProps {
  readonly choice: WalletChoice
  readonly onClose: () => void
}

/** Asks for an amount and creates an invoice, whose page then shows it until it is paid. */
export function Receive({ choice, onClose }: ReceiveProps) {
  const create = useCreation(onClose)
  const start = { walletId: choice.preset, amountSats: '', description: '' }
  const form = useWireForm<Values>(InvoiceForm, start, create.error)
  return (
    <Dialog isOpen onClose={onClose} title="Receive">
      <form className="stack" onSubmit={form.handleSubmit((values) => create.mutate(values))}>
        <FormRefusal fact="The invoice could not be created" error={create.error} />
        <Fields form={form} fields={fieldsOf(choice)} />
        <p className="hint">Any Lightning wallet can pay the invoice, once, within an hour.</p>
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Create none</Button>
          <Button look="primary" type="submit" busy={create.isPending && 'Creating…'}>
            Create invoice
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const fieldsOf = (choice: WalletChoice): readonly FieldOf<Values>[] => [
  ...walletField<Values>('walletId', choice),
  { name: 'amountSats', label: 'Amount in sats', kind: 'whole', autoFocus: true },
  { name: 'description', label: 'Description', isOptional: true, hint: 'The payer reads it before paying.' },
]

/** Sends the form, once however often it is pressed, and opens the page of the new invoice. */
function useCreation(onClose: () => void) {
  const business = useBusinessId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async (values: Values) => {
      const { payment_hash: paymentHash } = await api.lightning.invoices.create.mutate(withoutBlanks({ ...values }) as never, once(key))
      return api.lightning.payments.get.query({ paymentHash, walletId: values.walletId, direction: 'incoming' } as never)
    },
    onSuccess: async ({ payment }) => {
      onClose()
      await client.invalidateQueries({ queryKey: trpc.lightning.pathKey() })
      await navigate({ to: '/b/$business/lightning/payments/$payment', params: { business, payment: payment.id } })
    },
  })
}
