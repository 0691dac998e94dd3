import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button, OutsideLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Json } from '../ui/json.tsx'
import { Page, Section } from '../ui/page.tsx'
import { messageOf } from '../ui/problem.ts'
import { OneTimeSecret } from '../ui/secret.tsx'
import { toast } from '../ui/toasts.tsx'
import { REFRESH_MS, useDecision } from './use-decision.ts'
import { shortId } from '../ui/text/short-id.ts'

type Shown = Outputs['operator']['payment']
type Command = Shown['commands'][number]

/** One payment as `npm run operator -- show` tells it: two sentences, what can be done now, and every row. */
export function OperatorPaymentPage() {
  const { payment: id } = useParams({ from: '/signed-in/operator/payments/$payment' })
  const found = useQuery(trpc.operator.payment.queryOptions({ id }, { refetchInterval: REFRESH_MS }))
  const { data: shown, error } = found
  if (error && !shown) return <LoadFailed title="The payment could not be loaded" error={error} onRetry={() => void found.refetch()} />
  if (!shown) return <span className="skel" />
  const temporal = shown.temporal_url && <OutsideLink href={shown.temporal_url}>Open in Temporal UI</OutsideLink>
  return (
    <Page title={`Payment ${shortId(id)}`} actions={temporal}>
      <p className="row mono">
        {id}
        <CopyButton text={id} name="payment ID" />
      </p>
      {shown.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {shown.commands.length > 0 && <Commands payment={shown} />}
      {shown.timeline
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => (
          <Section key={title} title={title}>
            <Json value={rows} name={`${rows.length} rows`} />
          </Section>
        ))}
    </Page>
  )
}

function Commands({ payment }: { readonly payment: Shown }) {
  // With the payment as it was shown when the dialog opened: an acceptance counts for no less.
  const [chosen, setChosen] = useState<{ readonly command: Command; readonly payment: Shown }>()
  return (
    <Section title="What can be done now">
      <ul className="card todo">
        {payment.commands.map((command) => (
          <li key={command.words.join(' ')}>
            <span />
            <span>
              <b className="mono">{command.words.join(' ')}</b>
              <span className="hint">{command.effect}</span>
            </span>
            <span />
            {isAct(command.words[0]) ? (
              <Button size="sm" onClick={() => setChosen({ command, payment })}>
                Do it…
              </Button>
            ) : (
              <CopyButton text={`npm run operator -- ${command.words.join(' ')}`} name="command" />
            )}
          </li>
        ))}
      </ul>
      {chosen && <Act {...chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}

interface Done {
  readonly told: string
  /** The link of a refund, which is shown once. */
  readonly link?: string
}

const acts = {
  accept: async ({ id, received_units }: Shown): Promise<Done> => ({
    told: `The payment is ${(await api.operator.accept.mutate({ id, units: received_units })).status}`,
  }),
  forward: async ({ id }: Shown): Promise<Done> => ({
    told: `On its way: ${(await api.operator.forward.mutate({ id })).blockchains.join(', ')}`,
  }),
  refund: async ({ id }: Shown): Promise<Done> => ({ told: 'The refund is offered', link: (await api.operator.refund.mutate({ id })).url }),
  withdraw: async ({ id }: Shown): Promise<Done> => {
    await api.operator.withdrawRefund.mutate({ id })
    return { told: 'The refund is taken back' }
  },
} as const

const isAct = (word: string | undefined): word is keyof typeof acts => word !== undefined && Object.hasOwn(acts, word)

function Act({ payment, command, onClose }: { readonly payment: Shown; readonly command: Command; readonly onClose: () => void }) {
  const [word = ''] = command.words
  const act = useDecision(
    (which: keyof typeof acts) => acts[which](payment),
    ({ told, link }) => {
      toast(told)
      if (link === undefined) onClose()
    },
  )
  if (act.data?.link)
    return (
      <OneTimeSecret title="Send this link to the payer" secret={act.data.link} name="refund link" onDone={onClose}>
        <p>The holder of the link can name the address that the money goes to, once. It is shown only now.</p>
      </OneTimeSecret>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Do “${word}” for this payment?`}
      keep="Not now"
      act={`Yes, ${word}`}
      busy="Working…"
      isBusy={act.isPending}
      onAct={() => isAct(word) && act.mutate(word)}
      error={act.error ? messageOf(act.error) : undefined}
    >
      <p>This {command.effect}. It is written to the audit log under your account.</p>
    </ConfirmDialog>
  )
}
