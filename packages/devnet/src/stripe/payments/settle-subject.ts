import { find } from '../state/store.ts'
import type { World } from '../state/world.ts'
import type { Dispute, DisputeStatus } from '../objects/dispute.ts'
import { moveDispute } from './disputes.ts'
import { settleDebit } from './confirm-intent.ts'
import { moveRefund } from './refunds.ts'
import { sessionOf, settleSession } from './pay-session.ts'

/** Decides what is still open: an asynchronous payment by its intent, a refund, or a dispute under review. What is decided already stays as it is. */
export function settleSubject(world: World, subject: string, outcome: 'succeeded' | 'failed'): void {
  const refund = find(world, { kind: 'refund' }, subject)
  if (refund && (refund.status === 'pending' || outcome === 'failed')) moveRefund(world, refund, outcome)
  const dispute = find(world, { kind: 'dispute' }, subject)
  if (dispute?.status.endsWith('under_review')) moveDispute(world, dispute, endOf(dispute, outcome))
  const intent = find(world, { kind: 'payment_intent' }, subject)
  if (intent?.status !== 'processing') return
  const session = sessionOf(world, subject)
  if (session) settleSession(world, session, outcome)
  else settleDebit(world, intent, outcome)
}

function endOf({ status }: Dispute, outcome: 'succeeded' | 'failed'): DisputeStatus {
  if (status.startsWith('warning')) return 'warning_closed'
  return outcome === 'succeeded' ? 'won' : 'lost'
}
