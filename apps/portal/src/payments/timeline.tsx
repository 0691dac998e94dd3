import { Badge } from '../ui/badge.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import { isState, type State, states } from '../ui/states.ts'
import { Transaction } from '../ui/list/transaction.tsx'
import type { Detail } from './payment.tsx'

interface Happening {
  readonly key: string
  readonly at: string
  readonly state: State
  readonly what: string
  readonly more?: React.ReactNode
}

/** What happened to the payment, newest first: its statuses, and what arrived. */
export function Timeline({ detail }: { readonly detail: Detail }) {
  const happenings = [...statusesOf(detail), ...depositsOf(detail)].toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Section title="Timeline" aside={<span className="hint push">Your time; hover for UTC</span>}>
      <ol className="timeline">
        {detail.decisions.length > 0 && detail.held[0] && <Waiting since={detail.held[0].since} />}
        {happenings.map(({ key, at, state, what, more }) => (
          <li key={key}>
            <Glyph state={state} />
            <span className="timeline__what">{what}</span>
            <Moment at={at} isPrecise />
            {more && <span className="timeline__more">{more}</span>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Events that changed the status; others only say more of the same one, such as the two that tell of a confirmation. */
const statusesOf = ({ timeline }: Detail): Happening[] =>
  timeline.flatMap(({ id, created_at, status, type }, at): Happening[] => {
    const isChange = status !== null && status !== timeline[at - 1]?.status && isState(status)
    if (isChange) return [{ key: id, at: created_at, state: status, what: status === 'pending' ? 'Created' : states[status].word }]
    return type === 'payment.refunded' ? [{ key: id, at: created_at, state: 'refunded', what: 'Refund is final' }] : []
  })

const depositsOf = ({ payment, explorer_tx }: Detail): Happening[] =>
  payment.deposits.map((deposit, at) => ({
    key: `deposit ${at}`,
    at: deposit.received_at,
    state: deposit.status === 'held' ? 'held' : 'detected',
    what: `Deposit of ${deposit.asset === null ? 'an unsupported token' : formatAsset(deposit.amount, deposit.asset)}`,
    more: (
      <>
        <Transaction id={deposit.tx_hash} explorer={explorer_tx} /> <DepositState status={deposit.status} />
      </>
    ),
  }))

const depositStates: Readonly<Record<Detail['payment']['deposits'][number]['status'], readonly [State, string]>> = {
  seen: ['pending', 'Seen'],
  confirmed: ['confirmed', 'Confirmed'],
  held: ['held', 'Held'],
  returned: ['refunded', 'Returned'],
  orphaned: ['reorged', 'No longer in the chain'],
}

/** The state of a deposit as a badge. */
export function DepositState({ status }: { readonly status: keyof typeof depositStates }) {
  const [state, word] = depositStates[status]
  return (
    <Badge state={state} kind="plain">
      {word}
    </Badge>
  )
}

/** Money is held: the next step is a decision of the merchant. */
const Waiting = ({ since }: { readonly since: string }) => (
  <li className="is-next">
    <Glyph state="pending" />
    <span className="timeline__what">Waits for your decision</span>
    <span className="hint">
      since <Moment at={since} isPrecise />
    </span>
  </li>
)
