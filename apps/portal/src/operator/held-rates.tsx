import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { withPoint } from '../ui/form/decimal-comma.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { TextField } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import { REFRESH_MS, useDecision } from './use-decision.ts'

type Held = Outputs['operator']['rates']['rates'][number]

/** Prices that have jumped too far to be used: some need an operator who has looked elsewhere. */
export function HeldRatesPage() {
  const found = useQuery(trpc.operator.rates.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const [confirming, setConfirming] = useState<Held>()
  if (found.error && !found.data)
    return <LoadFailed title="Rates could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Rates to confirm">
      {found.data?.rates.length === 0 ? (
        <Empty title="No price is held">Every price follows its sources.</Empty>
      ) : (
        <div className="card">
          <Table label="Rates to confirm" columns={columnsOf(setConfirming)} rows={found.data?.rates} keyOf={({ pair }) => pair} />
        </div>
      )}
      {confirming && <ConfirmPrice held={confirming} onClose={() => setConfirming(undefined)} />}
    </Page>
  )
}

const columnsOf = (onConfirm: (held: Held) => void): readonly Column<Held>[] => [
  { id: 'since', head: 'Since', place: 'sub', cell: ({ since }) => <Moment at={since} /> },
  { id: 'pair', head: 'Pair', place: 'lead', isMain: true, cell: ({ pair }) => pair },
  { id: 'used', head: 'In use', isNumber: true, cell: ({ price_in_use }) => price_in_use ?? 'none' },
  { id: 'held', head: 'Held', place: 'end', isNumber: true, isMain: true, cell: ({ held_price }) => held_price },
  { id: 'sources', head: 'Sources', place: 'foot', cell: ({ sources }) => sources },
  {
    id: 'act',
    head: <span className="sr-only">Actions</span>,
    place: 'sub-end',
    isNumber: true,
    cell: (held) =>
      held.needs === 'operator' ? (
        <Button size="sm" onClick={() => onConfirm(held)}>
          Confirm…
        </Button>
      ) : (
        <span className="hint">waits for a second poll</span>
      ),
  },
]

function ConfirmPrice({ held, onClose }: { readonly held: Held; readonly onClose: () => void }) {
  const [price, setPrice] = useState('')
  const confirm = useDecision(
    (input: { pair: string; price: string }) => api.operator.confirmRate.mutate(input),
    () => {
      toast(`The price of ${held.pair} is confirmed`)
      onClose()
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    confirm.mutate({ pair: held.pair, price: withPoint(price.trim()) })
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Confirm a price of ${held.pair}?`}>
      {confirm.error && <Notice state="failed" fact={messageOf(confirm.error)} isAlert />}
      <p>
        The sources say {held.held_price}; {held.price_in_use ?? 'no price'} is in use. Look at an exchange, and enter the price that you
        see there: it has to be within two percent.
      </p>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Price you see"
          inputMode="decimal"
          className="num"
          required
          value={price}
          onChange={(event) => setPrice(event.target.value)}
        />
        <div className="row">
          <Button onClick={onClose}>Keep it held</Button>
          <Button look="primary" type="submit" busy={confirm.isPending && 'Confirming…'}>
            Confirm price
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
