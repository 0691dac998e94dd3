import { type Happening, Timeline } from '../../ui/list/timeline.tsx'
import { relativeTo } from '../../ui/moment.tsx'
import { formatMinor } from '../card-money.ts'
import { disputeReason, disputeShown, isInquiry } from '../disputes/dispute-words.ts'
import type { CardDetail } from './card-detail.ts'
import { refundStates } from './refund-states.ts'

/** What happened to the card payment, newest first, and what the clock will do. */
export const CardTimeline = ({ detail }: { readonly detail: CardDetail }) => (
  <Timeline title="Timeline" happenings={[...paymentOf(detail), ...escrowOf(detail), ...refundsOf(detail), ...disputesOf(detail)]} />
)

function paymentOf({ payment, captured_at: captured, expires_at: expires, money }: CardDetail): Happening[] {
  const amount = formatMinor(money.captured ?? payment.amount, payment.currency)
  const created: Happening = { key: 'created', at: payment.created_at, state: 'pending', what: 'Created' }
  const kept = payment.escrow_mode ? 'It is held in escrow.' : 'It is on your account at the card processor.'
  if (captured !== null) return [created, { key: 'captured', at: captured, state: 'succeeded', what: `${amount} charged`, more: kept }]
  if (payment.status === 'expired') return [created, { key: 'expired', at: expires, state: 'expired', what: 'Not paid in time' }]
  if (payment.status === 'failed') return [created, { key: 'failed', at: payment.updated_at, state: 'failed', what: 'The payment failed' }]
  return [created]
}

function escrowOf({ escrow, payment, release_refused_by: refused }: CardDetail): Happening[] {
  if (escrow === null) return []
  const { released_at: released, refund_at: until, amount_transferred: transferred } = escrow
  if (released !== null)
    return [{ key: 'released', at: released, state: 'released', what: `${formatMinor(transferred, payment.currency)} released to you` }]
  if (until === null || refused !== null) return []
  return [
    { key: 'due', at: until, state: 'refunded', what: 'Refunded by itself', more: `Unless you release it before, ${relativeTo(until)}.` },
  ]
}

const refundsOf = ({ refunds, payment }: CardDetail): Happening[] =>
  refunds.map(({ id, created_at, status, amount, reason }) => ({
    key: id,
    at: created_at,
    state: refundStates[status][0],
    what: `Refund of ${formatMinor(amount, payment.currency)}: ${refundStates[status][1].toLowerCase()}`,
    more: reason,
  }))

const disputesOf = ({ disputes }: CardDetail): Happening[] =>
  disputes.map((dispute) => ({
    key: dispute.id,
    at: dispute.created_at,
    state: 'disputed',
    what: `${isInquiry(dispute.status) ? 'Inquiry' : 'Dispute'}: ${disputeReason(dispute.reason).toLowerCase()}`,
    more: disputeShown(dispute.status)[1],
  }))
