import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { OutsideLink } from '../ui/button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { formatFiat } from '../ui/money.ts'
import { Crumbs, Page } from '../ui/page.tsx'
import { isState } from '../ui/states.ts'
import { PageLoading } from '../shell/page-loading.tsx'
import { Decide } from './decide.tsx'
import { Details } from './details.tsx'
import { Deliveries } from './payment-deliveries.tsx'
import { MoreActions } from './more-actions.tsx'
import { Movements } from './movements.tsx'
import { PaymentFigures } from './payment-figures.tsx'
import { PayHere } from './pay-here.tsx'
import { RefundButton } from './refunds/refund-button.tsx'
import { RefundList } from './refunds/refund-list.tsx'
import { Split } from './split.tsx'
import { Timeline } from './timeline.tsx'
import { WrongChain } from './wrong-chain.tsx'

/** A payment with everything that is known of it. */
export type Detail = Outputs['payments']['portal']['detail']

const MOVING_MS = 2_000
const SETTLED_MS = 15_000
const settled: ReadonlySet<string> = new Set(['expired', 'forwarded', 'failed'])

/** Often while something moves by itself, now and then once nothing does. */
const pauseOf = ({ payment, pending_decision: pending }: Detail): number =>
  settled.has(payment.status) && pending === null ? SETTLED_MS : MOVING_MS

/** One payment: its state, what a person has to decide, and everything that happened to it. It keeps itself up to date. */
export function PaymentPage() {
  const { payment: id } = useParams({ from: '/signed-in/b/$business/payments/$payment' })
  const found = useQuery(
    trpc.payments.portal.detail.queryOptions({ id }, { refetchInterval: ({ state: { data } }) => data !== undefined && pauseOf(data) }),
  )
  if (found.error && !found.data)
    return <LoadFailed title="The payment could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return found.data ? <Shown detail={found.data} /> : <PageLoading />
}

function Shown({ detail }: { readonly detail: Detail }) {
  const { payment } = detail
  const head = (
    <span className="row row--wrap">
      <span className="big">{formatFiat(String(payment.amount), payment.currency)}</span>
      <Badge state={payment.status} kind="lg" />
      {payment.exceptions.filter(isState).map((exception) => (
        <Badge key={exception} state={exception} kind="lg" />
      ))}
    </span>
  )
  const actions = (
    <>
      <OutsideLink href={payment.checkout_url}>
        <ExternalLink className="icon" aria-hidden="true" />
        Open checkout
      </OutsideLink>
      <RefundButton detail={detail} />
      <MoreActions payment={payment} />
    </>
  )
  return (
    <Page
      title={`Payment of ${formatFiat(String(payment.amount), payment.currency)}`}
      shown={head}
      above={<Crumbs to="/b/$business/payments" list="Payments" id={payment.id} name="payment ID" />}
      actions={actions}
    >
      {payment.description && <p dir="auto">{payment.description}</p>}
      <Decide detail={detail} />
      <PaymentFigures detail={detail} />
      <div className="cols">
        <div>
          <PayHere payment={payment} />
          <RefundList detail={detail} />
          <Timeline detail={detail} />
          <Split detail={detail} />
          <Movements detail={detail} />
          <WrongChain detail={detail} />
          <Deliveries detail={detail} />
        </div>
        <div>
          <Details detail={detail} />
        </div>
      </div>
    </Page>
  )
}
