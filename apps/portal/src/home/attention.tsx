import { LinkButton } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { relativeTo } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import type { State } from '../ui/states.ts'
import { holdReason } from '../payments/hold-reasons.ts'
import { type AttentionItem as Row, useAttention } from './use-attention.ts'

interface Told {
  readonly state: State
  readonly fact: (row: Row) => string
  readonly help: (row: Row) => string
  readonly act: string
}

const amountOf = ({ amount, blockchain }: Row): string =>
  amount !== null && blockchain !== null ? formatAsset(amount, blockchain) : 'Money'

const told: Readonly<Record<Row['kind'], Told>> = {
  held: {
    state: 'held',
    fact: (row) => `${amountOf(row)} is held`,
    help: ({ reason }) =>
      reason.startsWith('goes_back') ? 'The customer has named an address, and it goes back there.' : 'See what can be decided about it.',
    act: 'Decide',
  },
  underpaid: {
    state: 'underpaid',
    fact: (row) => `${amountOf(row)} is missing`,
    help: () => 'The customer can still send the rest to the same address.',
    act: 'Open',
  },
  payout_waiting: {
    state: 'held',
    fact: (row) => `A payout of ${amountOf(row)} waits`,
    help: ({ reason }) => holdReason(reason),
    act: 'Open',
  },
  webhook_failing: {
    state: 'retrying',
    fact: () => 'Your webhook endpoint is failing',
    help: () => 'Deliveries wait their turn, and none is dropped.',
    act: 'See what failed',
  },
}

/** What needs a person; nothing when nothing does. */
export function Attention() {
  const rows = useAttention()
  if (rows.length === 0) return null
  return (
    <Section title="Needs attention" aside={<span className="count">{rows.length}</span>}>
      <ul className="card todo">
        {rows.map((row, at) => (
          <li key={at}>
            <Glyph state={told[row.kind].state} />
            <span>
              <b>{told[row.kind].fact(row)}</b>
              <span className="hint">{told[row.kind].help(row)}</span>
            </span>
            <time dateTime={row.since}>{relativeTo(row.since)}</time>
            <Way row={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Way({ row: { kind, payment_id } }: { readonly row: Row }) {
  if (payment_id === null)
    return (
      <LinkButton size="sm" to="/b/$business/webhooks">
        {told[kind].act}
      </LinkButton>
    )
  return (
    <LinkButton size="sm" to="/b/$business/payments/$payment" params={{ payment: payment_id }}>
      {told[kind].act}
    </LinkButton>
  )
}
