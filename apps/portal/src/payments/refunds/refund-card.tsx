import { Address } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { formatAsset, formatFiat } from '../../ui/money.ts'
import { AskedTransfers } from './asked-transfers.tsx'
import { NamedTransactions } from './named-transactions.tsx'
import { PayRefund } from './pay-refund.tsx'
import { type Refund, shownAmount, stateOf } from './refund.ts'
import { RefundActions } from './refund-actions.tsx'
import { RefundStep } from './refund-step.tsx'
import { RefundTransfers } from './refund-transfers.tsx'

interface RefundCardProps {
  readonly refund: Refund
  /** A transaction id is appended to it; null where the chain has no explorer. */
  readonly explorer: string | null
}

/** One refund: its state, the next step, how it is paid, and what has arrived at its address. */
export function RefundCard({ refund, explorer }: RefundCardProps) {
  const [state, word] = stateOf(refund)
  return (
    <li className="card card__body stack">
      <div className="row row--wrap">
        <h3>{shownAmount(refund)}</h3>
        {refund.amount !== null && <span className="hint num">{formatFiat(String(refund.amount), refund.currency)}</span>}
        <span className="push">
          <Badge state={state}>{word}</Badge>
        </span>
      </div>
      <p>
        <RefundStep refund={refund} />
      </p>
      <PayRefund refund={refund} />
      <RefundFacts refund={refund} />
      <AskedTransfers refund={refund} explorer={explorer} />
      <RefundTransfers refund={refund} explorer={explorer} />
      <NamedTransactions refund={refund} explorer={explorer} />
      <RefundActions refund={refund} />
    </li>
  )
}

/** What was said when it began, and how much of it is final. */
function RefundFacts({ refund }: { readonly refund: Refund }) {
  const { created_at: at, reason, rate, blockchain, address, amount_paid: paid, payment_uri: uri } = refund
  return (
    <Facts
      rows={[
        ['Started', <Moment at={at} />],
        paid !== '0' && ['Refunded', `${formatAsset(paid, blockchain)}, final`],
        rate === 'current' && ['Rate', 'that of the day it began'],
        reason !== null && ['Reason', <bdi className="break-words">{reason}</bdi>],
        // The panel that pays it shows the address itself.
        address !== null && uri === null && ['Address', <Address text={address} />, 'wide'],
      ]}
    />
  )
}
