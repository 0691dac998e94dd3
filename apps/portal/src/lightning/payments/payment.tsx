import { useParams } from '@tanstack/react-router'
import { PageLoading } from '../../shell/page-loading.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LoadFailed } from '../../ui/empty.tsx'
import { Figures } from '../../ui/facts.tsx'
import { Crumbs, Page } from '../../ui/page.tsx'
import { formatMsat, formatSats } from '../sats.ts'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { ScanToPay } from './scan-to-pay.tsx'
import { type LightningDetail, useDetail } from './use-detail.ts'

/** One Lightning payment: its state in words, what to show the payer while it waits, and everything that is known of it. */
export function LightningPaymentPage() {
  const { payment: id } = useParams({ from: '/signed-in/b/$business/lightning/payments/$payment' })
  const found = useDetail(id)
  if (found.error && !found.data)
    return (
      <LoadFailed title="The Lightning payment could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Its money is where it was, and a pending one is asked about meanwhile.
      </LoadFailed>
    )
  return found.data ? <Shown detail={found.data} /> : <PageLoading />
}

function Shown({ detail }: { readonly detail: LightningDetail }) {
  const { payment } = detail
  const amount = formatMsat(payment.amount_msat)
  const head = (
    <span className="row row--wrap">
      <span className="big">{amount}</span>
      <Badge state={payment.status} kind="lg" />
    </span>
  )
  return (
    <Page
      title={`${payment.direction === 'incoming' ? 'Invoice' : 'Send'} of ${amount}`}
      shown={head}
      above={<Crumbs to="/b/$business/lightning" list="Lightning" id={payment.id} name="payment ID" />}
    >
      {payment.description && <p dir="auto">{payment.description}</p>}
      <div role="status">
        <PaymentNotice detail={detail} />
      </div>
      <ScanToPay detail={detail} />
      <Money detail={detail} />
      <div className="cols">
        <div>
          <PaymentTimeline detail={detail} />
        </div>
        <div>
          <PaymentFacts detail={detail} />
        </div>
      </div>
    </Page>
  )
}

/** The amounts; while a send is pending what is reserved, once it is settled what it cost. */
function Money({ detail: { payment, fee_msat: fee, reserve_sats: reserve } }: { readonly detail: LightningDetail }) {
  if (payment.direction === 'incoming' || payment.status === 'failed') return null
  const isOpen = payment.status === 'pending'
  return (
    <Figures
      rows={[
        [isOpen ? 'To send' : 'Sent', formatMsat(payment.amount_msat)],
        isOpen ? ['Reserved for the fee', formatSats(reserve), 'the most that it may cost'] : ['Fee', formatMsat(fee)],
        ...(isOpen ? [] : [['In all', formatMsat(payment.amount_msat + fee)] as const]),
      ]}
    />
  )
}
