import { formatMinor } from '../cards/card-money.ts'
import { disputeFact, disputeHelp } from '../cards/disputes/dispute-words.ts'
import { fiat } from '../invoices/fiat.ts'
import { LinkButton } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { relativeTo } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import type { Target } from '../ui/place.tsx'
import type { State } from '../ui/states.ts'
import { holdReason } from '../payments/hold-reasons.ts'
import { deliveriesWait, endpointOff } from './endpoint-words.ts'
import { type AttentionItem as Row, useAttention } from './use-attention.ts'

type Kind = Row['kind']
type Of<Name extends Kind, One = Row> = One extends { readonly kind: infer Kinds } ? (Name extends Kinds ? One : never) : never

interface Told<One> {
  readonly state: State
  readonly fact: (row: One) => string
  readonly help: (row: One) => string
  readonly act: string
}

const amountOf = ({ amount, blockchain }: Of<'held'>): string =>
  amount !== null && blockchain !== null ? formatAsset(amount, blockchain) : 'Money'

const helpOfHeld = (reason: string): string =>
  reason.startsWith('goes_back') ? 'The customer has named an address, and it goes back there.' : 'See what can be decided about it.'

/** Reasons for which an endpoint was switched off; for any other one it is tried again. */
const off: ReadonlySet<string> = new Set(['gone', 'given_up', 'switched_off'])

const told: { readonly [Name in Kind]: Told<Of<Name>> } = {
  card_dispute: {
    state: 'disputed',
    fact: ({ dispute }) => disputeFact(dispute),
    help: ({ dispute }) => disputeHelp(dispute),
    act: 'Answer it',
  },
  card_held: {
    state: 'held',
    fact: ({ card }) => `A card payment of ${formatMinor(card.amount, card.currency)} is held`,
    help: () => 'An operator decides about it.',
    act: 'Open',
  },
  invoice_held: {
    state: 'held',
    fact: ({ money: { kind, amount, blockchain, invoice_number: number } }) =>
      kind === 'held'
        ? `${formatAsset(amount, blockchain)} of ${number} is held`
        : `A payout of ${formatAsset(amount, blockchain)} of ${number} waits`,
    help: ({ money: { kind, reason } }) => (kind === 'held' ? helpOfHeld(reason) : holdReason(reason)),
    act: 'Open',
  },
  invoice_owed: {
    state: 'overpaid',
    fact: ({ owed: { amount, currency, invoice_number: number } }) => `${fiat(amount, currency)} of ${number} is to be given back`,
    help: () => 'More was paid than the invoice asks for.',
    act: 'Open',
  },
  held: {
    state: 'held',
    fact: (row) => `${amountOf(row)} is held`,
    help: ({ reason }) => helpOfHeld(reason),
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
    fact: ({ reason }) => (off.has(reason) ? endpointOff.fact : 'Your webhook endpoint is failing'),
    help: ({ reason }) => (off.has(reason) ? endpointOff.help : deliveriesWait),
    act: 'See what failed',
  },
}

/** The texts of a row: those of its kind. */
function textsOf(row: Row) {
  // The table has, for each kind, functions of rows of that kind, which a type of all kinds cannot say.
  const { state, fact, help, act } = told[row.kind] as Told<Row>
  return { state, fact: fact(row), help: help(row), act }
}

/** What needs a person; nothing when nothing does. */
export function Attention() {
  const rows = useAttention()
  if (rows.length === 0) return null
  return (
    <Section title="Needs attention" aside={<span className="count">{rows.length}</span>}>
      <ul className="card todo">
        {rows.map((row, at) => (
          <Item key={at} row={row} />
        ))}
      </ul>
    </Section>
  )
}

function Item({ row }: { readonly row: Row }) {
  const { state, fact, help, act } = textsOf(row)
  return (
    <li>
      <Glyph state={state} />
      <span>
        <b>{fact}</b>
        <span className="hint">{help}</span>
      </span>
      <time dateTime={row.since}>{relativeTo(row.since)}</time>
      <LinkButton size="sm" {...placeOf(row)}>
        {act}
      </LinkButton>
    </li>
  )
}

/** Where it is dealt with. */
function placeOf(row: Row): Target {
  if (row.kind === 'card_dispute') return { to: '/b/$business/cards/disputes/$dispute', params: { dispute: row.dispute.id } }
  if (row.kind === 'card_held') return { to: '/b/$business/cards/payments/$card', params: { card: row.card.id } }
  if (row.kind === 'invoice_held') return { to: '/b/$business/invoices/$invoice', params: { invoice: row.money.invoice_id } }
  if (row.kind === 'invoice_owed') return { to: '/b/$business/invoices/$invoice', params: { invoice: row.owed.invoice_id } }
  if (row.payment_id === null) return { to: '/b/$business/webhooks' }
  return { to: '/b/$business/payments/$payment', params: { payment: row.payment_id } }
}
