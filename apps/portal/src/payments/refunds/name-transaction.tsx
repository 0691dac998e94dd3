import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleHelp, Eye, Lock } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { TextField } from '../../ui/field.tsx'
import { fieldErrorsOf, messageOf } from '../../ui/problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { type Refund, shownAmount } from './refund.ts'

const LONGEST_HASH = 128

/** Names the transaction that has paid a refund, where the gateway cannot know it by itself. */
export function NameTransaction({ refund, onClose }: { readonly refund: Refund; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const call = useNaming(refund, onClose)
  const txHash = typed.trim()
  const refusal = fieldErrorsOf(call.error)['tx_hash']
  const missing = isChecked && txHash === '' ? 'Is required' : undefined
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Which transaction has paid the refund of ${shownAmount(refund)}?`}
      keep="Not now"
      act="Name transaction"
      busy="Naming…"
      isBusy={call.isPending}
      onAct={() => {
        setChecked(true)
        if (txHash !== '') call.mutate(txHash)
      }}
      error={call.error && refusal === undefined ? messageOf(call.error) : undefined}
    >
      <TextField
        label="Transaction"
        hint="Its id or hash, from your wallet or an explorer."
        className="mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_HASH}
        value={typed}
        error={missing ?? refusal}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Consequences
        rows={[
          [
            CircleHelp,
            'Only needed when you have paid and it is not counted: by a contract wallet such as a Safe, or before the refund began',
          ],
          [Eye, 'The gateway looks it up on the network, and counts what it pays to the address'],
          [Lock, 'It counts for no other refund from then on'],
        ]}
      />
    </ConfirmDialog>
  )
}

function useNaming({ payment_id: id, id: refundId }: Refund, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (txHash: string) => confirmed(() => api.payments.portal.refunds.nameTransaction.mutate({ id, refundId, txHash })),
    onSuccess: () => {
      toast('The gateway looks the transaction up.')
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.payments.pathKey() }),
  })
}
