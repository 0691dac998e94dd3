import { useParams } from '@tanstack/react-router'
import { PageLoading } from '../../shell/page-loading.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/empty.tsx'
import { Facts, Figures } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Crumbs, Page, Section } from '../../ui/page.tsx'
import { formatMinor } from '../card-money.ts'
import { CardActions } from '../payments/card-actions.tsx'
import { type CardDetail, useCardDetail } from '../payments/card-detail.ts'
import { ProcessorId } from '../payments/card-facts.tsx'
import { CardRefunds } from '../payments/card-refunds.tsx'
import { CardTimeline } from '../payments/card-timeline.tsx'
import { EscrowNotice } from './escrow-notice.tsx'

type Escrow = NonNullable<CardDetail['escrow']>

/** One card escrow: what is held, until when, and the two ways out of it. */
export function CardEscrowPage() {
  const { escrow: id } = useParams({ from: '/signed-in/b/$business/cards/escrows/$escrow' })
  const found = useCardDetail(id)
  if (found.error && !found.data)
    return (
      <LoadFailed title="The escrow could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Its money goes on being held.
      </LoadFailed>
    )
  if (!found.data) return <PageLoading />
  const { escrow } = found.data
  return escrow ? <Shown detail={found.data} escrow={escrow} /> : null
}

function Shown({ detail, escrow }: { readonly detail: CardDetail; readonly escrow: Escrow }) {
  const amount = formatMinor(escrow.amount, escrow.currency)
  const head = (
    <span className="row row--wrap">
      <span className="big">{amount}</span>
      <Badge state={escrow.status} kind="lg" />
    </span>
  )
  const actions = (
    <>
      <CardActions detail={detail} />
      <LinkButton to="/b/$business/cards/payments/$card" params={{ card: escrow.payment_id }}>
        Open payment
      </LinkButton>
    </>
  )
  return (
    <Page
      title={`Card escrow of ${amount}`}
      shown={head}
      above={<Crumbs to="/b/$business/cards/escrows" list="Card escrows" id={escrow.id} name="escrow ID" />}
      actions={actions}
    >
      {detail.payment.description && <p dir="auto">{detail.payment.description}</p>}
      <EscrowNotice detail={detail} escrow={escrow} />
      <Figures rows={figuresOf(detail, escrow)} />
      <div className="cols">
        <div>
          <CardTimeline detail={detail} />
          <CardRefunds detail={detail} />
        </div>
        <div>
          <Details escrow={escrow} />
        </div>
      </div>
    </Page>
  )
}

function figuresOf({ payment, money }: CardDetail, escrow: Escrow): [string, string, (string | undefined)?][] {
  const amount = (minor: number) => formatMinor(minor, escrow.currency)
  if (money.captured === null) return [['Asked', amount(escrow.amount), 'not paid yet']]
  return [
    ['Charged', amount(money.captured)],
    ['Refunded', amount(escrow.amount_refunded), money.pending > 0 ? `${amount(money.pending)} pending` : undefined],
    ['Fee', amount(payment.platform_fee_amount), `${money.fee_bps / 100} % of what is not refunded`],
    escrow.released_at === null
      ? ['To you on release', amount(payment.merchant_amount)]
      : ['Released to you', amount(escrow.amount_transferred), money.reversed > 0 ? `${amount(money.reversed)} taken back` : undefined],
  ]
}

const Details = ({ escrow }: { readonly escrow: Escrow }) => (
  <Section title="Details">
    <Facts
      rows={[
        ['Created', <Moment at={escrow.created_at} isPrecise />],
        escrow.refund_at !== null && escrow.released_at === null && ['Held until', <Moment at={escrow.refund_at} isPrecise />],
        escrow.released_at !== null && ['Released', <Moment at={escrow.released_at} isPrecise />],
        escrow.released_at !== null && ['Transfer', <ProcessorId id={escrow.transfer_id} />, 'wide'],
      ]}
    />
  </Section>
)
