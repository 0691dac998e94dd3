import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, Lock, Scale, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { formatAsset } from '../ui/money.ts'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import type { Detail } from './escrow.tsx'
import { type OpeningSeries, seriesOf } from './series-of.ts'

/** The way to dispute an escrow of a series, whose beneficiary the business is; nothing for others, whose parties have tokens. */
export function OpenDispute({ detail }: { readonly detail: Detail }) {
  const [isAsking, setAsking] = useState(false)
  const series = seriesOf(detail.escrow)
  if (!series || detail.escrow.status !== 'funded') return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Dispute…</Button>
      {isAsking && <Ask detail={detail} series={series} onClose={() => setAsking(false)} />}
    </>
  )
}

interface AskProps {
  readonly detail: Detail
  readonly series: OpeningSeries
  readonly onClose: () => void
}

function Ask({ detail: { escrow, amounts }, series, onClose }: AskProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const dispute = useMutation({
    mutationFn: () => api.series.portal.dispute.mutate({ id: series.id, escrowId: escrow.id, reason }),
    onSuccess: () => {
      toast('The escrow is disputed.')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.escrows.pathKey() }),
  })
  const fault = fieldErrorsOf(dispute.error)['reason']
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Dispute ${formatAsset(amounts.asked, escrow.chain)}?`}
      keep="Not now"
      act="Open dispute"
      busy="Opening…"
      isBusy={dispute.isPending}
      onAct={() => dispute.mutate()}
      error={dispute.error && fault === undefined ? messageOf(dispute.error) : undefined}
    >
      <TextAreaField
        label="Reason"
        hint="Operators decide by it."
        maxLength={2_000}
        value={reason}
        error={fault}
        onChange={({ target }) => setReason(target.value)}
      />
      <Consequences
        rows={[
          [Lock, 'The money stays locked until it is decided, at most 14 days'],
          [Scale, 'It goes whole to you, less the fee, or back to the customer'],
          [Undo2, 'Without a decision it goes back to the customer'],
          [Eye, 'The customer reads the reason. You cannot take it back'],
        ]}
      />
    </ConfirmDialog>
  )
}
