import { useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { PageLoading } from '../../shell/page-loading.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton, OutsideLink } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/empty.tsx'
import { Figures } from '../../ui/facts.tsx'
import { Crumbs, Page } from '../../ui/page.tsx'
import { formatMinor } from '../card-money.ts'
import { CardActions } from './card-actions.tsx'
import { type CardDetail, useCardDetail } from './card-detail.ts'
import { CardFacts } from './card-facts.tsx'
import { CardNotice } from './card-notice.tsx'
import { CardRefunds } from './card-refunds.tsx'
import { CardSplit } from './card-split.tsx'
import { CardTimeline } from './card-timeline.tsx'

/** One card payment: its state, what can be done, and everything that happened to its money. */
export function CardPaymentPage() {
  const { card: id } = useParams({ from: '/signed-in/b/$business/cards/payments/$card' })
  const found = useCardDetail(id)
  if (found.error && !found.data)
    return (
      <LoadFailed title="The card payment could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Its money is where it was, and its escrow goes on being held.
      </LoadFailed>
    )
  return found.data ? <Shown detail={found.data} /> : <PageLoading />
}

function Shown({ detail }: { readonly detail: CardDetail }) {
  const { payment, hold_reason: hold } = detail
  const amount = formatMinor(payment.amount, payment.currency)
  const head = (
    <span className="row row--wrap">
      <span className="big">{amount}</span>
      <Badge state={payment.status} kind="lg" />
      {hold !== null && <Badge state="held" kind="lg" />}
    </span>
  )
  return (
    <Page
      title={`Card payment of ${amount}`}
      shown={head}
      above={<Crumbs to="/b/$business/cards" list="Cards" id={payment.id} name="payment ID" />}
      actions={<Actions detail={detail} />}
    >
      {payment.description && <p dir="auto">{payment.description}</p>}
      <CardNotice detail={detail} />
      <CardFigures detail={detail} />
      <div className="cols">
        <div>
          <CardTimeline detail={detail} />
          <CardSplit detail={detail} />
          <CardRefunds detail={detail} />
        </div>
        <div>
          <CardFacts detail={detail} />
        </div>
      </div>
    </Page>
  )
}

function Actions({ detail }: { readonly detail: CardDetail }) {
  const { payment } = detail
  return (
    <>
      <CardActions detail={detail} />
      {payment.escrow_id !== null && (
        <LinkButton to="/b/$business/cards/escrows/$escrow" params={{ escrow: payment.escrow_id }}>
          Open escrow
        </LinkButton>
      )}
      {payment.status === 'pending' && payment.checkout_url !== null && (
        <OutsideLink href={payment.checkout_url}>
          <ExternalLink className="icon" aria-hidden="true" />
          Open checkout
        </OutsideLink>
      )}
    </>
  )
}

/** The amounts; of a payment that nobody has paid only what it asks for. */
function CardFigures({ detail: { payment, money } }: { readonly detail: CardDetail }) {
  const { currency } = payment
  const rows: [string, string, (string | undefined)?][] = [['Asked', formatMinor(payment.amount, currency)]]
  if (money.captured !== null) {
    rows.push([
      'Refunded',
      formatMinor(payment.amount_refunded, currency),
      money.pending > 0 ? `${formatMinor(money.pending, currency)} pending` : undefined,
    ])
    rows.push(['Fee', formatMinor(payment.platform_fee_amount, currency), `${money.fee_bps / 100} % of what is not refunded`])
    rows.push([payment.escrow_mode ? 'You get' : 'You got', formatMinor(payment.merchant_amount, currency), shareOf(payment)])
  }
  return <Figures rows={rows} />
}

const shareOf = ({ escrow_mode: isEscrow, escrow_status: escrow }: CardDetail['payment']): string => {
  if (!isEscrow) return 'before the processor’s own cost'
  return escrow === 'released' ? 'released' : 'once it is released'
}
