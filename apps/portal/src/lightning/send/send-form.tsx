import { SendLightningInput } from '@gateway/contract/lightning/inputs'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { type FieldOf, Fields } from '../../ui/form/fields.tsx'
import { filledIn, useWireForm } from '../../ui/form/use-wire-form.ts'
import { FormRefusal } from '../../ui/notice.tsx'
import type { WalletChoice } from '../wallets/use-wallet-choice.ts'
import { walletField } from '../wallets/wallet-field.ts'
import { type Preview, sendInput, type SendValues } from './send-values.ts'

const SendingForm = filledIn(SendLightningInput)

interface SendFormProps {
  readonly choice: WalletChoice
  readonly start: SendValues
  readonly onChecked: (values: SendValues, preview: Preview) => void
  readonly onClose: () => void
}

/** Where a send goes; the node reads it before anything is asked. An invoice without an amount, and an address, need one. */
export function SendForm({ choice, start, onChecked, onClose }: SendFormProps) {
  const check = useMutation({ mutationFn: (values: SendValues) => api.lightning.portal.preview.mutate(sendInput(values)) })
  const form = useWireForm<SendValues>(SendingForm, start, check.error)
  const read = async (values: SendValues): Promise<void> => {
    const preview = await check.mutateAsync(values).catch(() => undefined)
    if (!preview) return
    if (preview.amount_msat === null) form.setError('amountSats', { message: AMOUNT_NEEDED[preview.kind] }, { shouldFocus: true })
    else onChecked(values, preview)
  }
  return (
    <form className="stack" onSubmit={form.handleSubmit(read)}>
      <FormRefusal fact="It could not be read" error={check.error} />
      <Fields form={form} fields={fieldsOf(choice)} />
      <div className="dialog__foot dialog__foot--form">
        <Button onClick={onClose}>Send nothing</Button>
        <Button look="primary" type="submit" busy={check.isPending && 'Reading…'}>
          Continue
        </Button>
      </div>
    </form>
  )
}

const AMOUNT_NEEDED = {
  invoice: 'this invoice names no amount: enter what to send',
  address: 'enter what to send to this address',
} as const satisfies Readonly<Record<Preview['kind'], string>>

const fieldsOf = (choice: WalletChoice): readonly FieldOf<SendValues>[] => [
  ...walletField<SendValues>('walletId', choice),
  {
    name: 'destination',
    label: 'Invoice or Lightning Address',
    kind: 'lines',
    hint: 'Paste it as you got it. Nothing is sent yet.',
    autoFocus: true,
  },
  {
    name: 'amountSats',
    label: 'Amount in sats',
    kind: 'whole',
    isOptional: true,
    hint: 'Only for an address, and for an invoice that names no amount.',
  },
]
