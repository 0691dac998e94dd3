import { UpdateSeriesInput } from '@gateway/contract/series-inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Anchor, CalendarDays } from 'lucide-react'
import { z } from 'zod'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { FormRefusal } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { changedTerms } from './changed-terms.ts'
import { intervalWords, type Series } from './series-columns.tsx'
import { OPEN_ESCROWS_GO_ON } from './series-texts.tsx'
import { formatAmount } from './format-amount.ts'
import { countedAmount, typedAmount } from './typed-amount.ts'

const ASKS_COIN = 'Later escrows ask for the new amount, converted at the rate of their day'
const ASKS_CARD = 'Later card payments ask for the new amount'

/** Asks for another amount or interval, and says on which escrows it acts. */
export function ChangeSeries({ series, onClose }: { readonly series: Series; readonly onClose: () => void }) {
  const client = useQueryClient()
  const counted = { currency: series.currency, unit: series.amount_unit }
  const start = { id: series.id, amount: typedAmount(series.amount, counted), interval: series.interval }
  const wireOf = (values: typeof start) => ({ ...values, amount: countedAmount(values.amount, counted) })
  const change = useMutation({
    mutationFn: (values: typeof start) => confirmed(() => api.series.update.mutate(changedTerms(wireOf(start), wireOf(values)))),
    onSuccess: () => {
      toast('The series is changed.')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.series.pathKey() }),
  })
  const form = useWireForm(
    z.preprocess((values) => wireOf(values as typeof start), UpdateSeriesInput),
    start,
    change.error,
  )
  const send = form.handleSubmit((values) => change.mutate(values))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Change the series of ${formatAmount(series.amount, counted)}?`}
      keep="Keep as it is"
      act="Change series"
      busy="Changing…"
      isBusy={change.isPending}
      onAct={() => void send()}
    >
      <form className="stack" onSubmit={send}>
        <FormRefusal fact="The series could not be changed" error={change.error} />
        <Fields
          form={form}
          fields={[
            { name: 'amount', label: `Amount, ${series.currency}`, kind: 'decimal' },
            { name: 'interval', label: 'Interval', options: Object.entries(intervalWords) },
          ]}
        />
      </form>
      <Consequences
        rows={[
          [CalendarDays, counted.unit === 'minor' ? ASKS_CARD : ASKS_COIN],
          [Anchor, 'A new interval counts from the latest escrow'],
          OPEN_ESCROWS_GO_ON,
        ]}
      />
    </ConfirmDialog>
  )
}
