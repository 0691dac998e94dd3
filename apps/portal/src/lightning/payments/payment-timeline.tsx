import { type Happening, Timeline } from '../../ui/list/timeline.tsx'
import type { LightningDetail } from './use-detail.ts'

/** What happened to the payment, newest first. */
export const PaymentTimeline = ({ detail }: { readonly detail: LightningDetail }) => (
  <Timeline title="Timeline" happenings={happeningsOf(detail)} />
)

function happeningsOf({ payment, handed_at: handed, expires_at: until }: LightningDetail): Happening[] {
  const isIncoming = payment.direction === 'incoming'
  const created: Happening = {
    key: 'created',
    at: payment.created_at,
    state: 'pending',
    what: isIncoming ? 'Invoice created' : 'Amount and fee limit reserved',
  }
  const asked: Happening[] = handed === null ? [] : [{ key: 'handed', at: handed, state: 'detected', what: 'Given to the Lightning node' }]
  return [created, ...asked, ...endOf({ payment, isIncoming, until })]
}

interface Ending extends Pick<LightningDetail, 'payment'> {
  readonly isIncoming: boolean
  readonly until: string
}

function endOf({ payment: { status, settled_at: settled }, isIncoming, until }: Ending): Happening[] {
  if (settled !== null) return [{ key: 'settled', at: settled, state: 'settled', what: isIncoming ? 'Paid' : 'Arrived' }]
  return status === 'failed' && isIncoming ? [{ key: 'expired', at: until, state: 'expired', what: 'Not paid in time' }] : []
}
