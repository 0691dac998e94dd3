import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSession } from '../accounts/session.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { TextField } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import { approvalTold, REFRESH_MS, useDecision } from './use-decision.ts'
import { useShown } from './use-shown.ts'

type Pause = Outputs['operator']['pauses']['pauses'][number]

const WORD = 'PAUSE'

/** Payouts that are paused, and by whom; a pause is set by one operator and lifted by two. */
export function PausesPage() {
  const found = useQuery(trpc.operator.pauses.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const { merchant } = useSession()
  const [isPausing, setPausing] = useState(false)
  const [lifting, setLifting] = useState<string>()
  const pauses = found.data?.pauses
  const chosen = pauses?.find(({ scope }) => scope === lifting)
  if (found.error && !pauses)
    return <LoadFailed title="Pauses could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  const pause = (
    <Button look="quiet-danger" onClick={() => setPausing(true)}>
      Pause payouts…
    </Button>
  )
  return (
    <Page title="Pauses" actions={pause}>
      <p>Payments are seen and confirmed while payouts are paused; nothing is signed. Two different operators lift a pause.</p>
      {pauses?.length === 0 ? (
        <Empty title="Nothing is paused">Payouts go out as they become due.</Empty>
      ) : (
        <div className="card">
          <Table
            label="Pauses"
            columns={columnsOf(merchant.email, ({ scope }) => setLifting(scope))}
            rows={pauses}
            keyOf={({ scope }) => scope}
          />
        </div>
      )}
      {isPausing && <PausePayouts onClose={() => setPausing(false)} />}
      {chosen && <Lift now={chosen} onClose={() => setLifting(undefined)} />}
    </Page>
  )
}

const nameOf = ({ name, email }: Pause['paused_by']): string => email ?? name

const columnsOf = (self: string, onLift: (pause: Pause) => void): readonly Column<Pause>[] => [
  { id: 'since', head: 'Since', place: 'sub', cell: ({ since }) => <Moment at={since} /> },
  { id: 'scope', head: 'Paused', place: 'lead', isMain: true, cell: ({ scope }) => <span className="mono">{scope}</span> },
  { id: 'by', head: 'By', place: 'sub-end', cell: ({ paused_by }) => nameOf(paused_by) },
  { id: 'reason', head: 'Reason', place: 'foot', cell: ({ reason }) => <bdi>{reason}</bdi> },
  { id: 'approved', head: 'Lift approved by', cell: ({ approved_by }) => approved_by.map(nameOf).join(', ') || 'nobody yet' },
  {
    id: 'lift',
    head: <span className="sr-only">Actions</span>,
    place: 'end',
    isNumber: true,
    cell: (pause) =>
      pause.approved_by.some(({ email }) => email === self) ? (
        <span className="hint">another operator must approve</span>
      ) : (
        <Button size="sm" onClick={() => onLift(pause)}>
          Lift…
        </Button>
      ),
  },
]

function PausePayouts({ onClose }: { readonly onClose: () => void }) {
  const [scope, setScope] = useState('global')
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const pause = useDecision(
    (input: { scope: string; reason: string }) => api.operator.pause.mutate(input),
    () => {
      toast(`Payouts are paused: ${scope}`)
      onClose()
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    pause.mutate({ scope: scope.trim(), reason: reason.trim() })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Pause payouts?">
      {pause.error && <Notice state="failed" fact={messageOf(pause.error)} isAlert />}
      <p>Nothing is signed in this scope until two operators lift the pause. Payments are still seen and confirmed.</p>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Scope"
          hint="global, chain:BTC, asset:USDC_ETH, merchant:<id>, payment:<id>, escrow:<id> or invoice:<id>"
          required
          className="mono"
          value={scope}
          onChange={(event) => setScope(event.target.value)}
        />
        <TextField label="Reason" required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        <TextField
          label={`Type ${WORD} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="row">
          <Button onClick={onClose}>Keep running</Button>
          <Button look="danger" type="submit" busy={pause.isPending && 'Pausing…'} disabled={typed !== WORD}>
            Pause payouts
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Lift({ now, onClose }: { readonly now: Pause; readonly onClose: () => void }) {
  const lift = useDecision(
    ({ scope, revision }: Pause) => api.operator.lift.mutate({ scope, revision }),
    (answer) => {
      toast(approvalTold(answer))
      onClose()
    },
  )
  const pause = useShown(now, lift.error)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Approve lifting the pause of ${pause.scope}?`}
      keep="Keep it paused"
      act="Approve"
      busy="Approving…"
      isBusy={lift.isPending}
      onAct={() => lift.mutate(pause)}
      error={lift.error ? messageOf(lift.error) : undefined}
    >
      <p>
        It was paused because: <bdi>{pause.reason}</bdi>.
      </p>
      <p>
        {pause.missing <= 1 ? 'Yours is the last approval: payouts go on within half a minute.' : 'Another operator has to approve it too.'}
      </p>
    </ConfirmDialog>
  )
}
