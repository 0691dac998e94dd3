import { emitChange, emitEvent } from '../events/emit-event.ts'
import { postTransaction, stripeFee } from '../money/post-transaction.ts'
import { DISPUTE_FEE } from '../money/processor-fee.ts'
import type { Charge } from '../objects/charge.ts'
import type { Dispute, DisputeStatus } from '../objects/dispute.ts'
import { createId } from '../state/ids.ts'
import { all, get, ownerOf, save, update } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'

/** How a dispute begins. An inquiry moves no money. */
export interface DisputeTerms {
  readonly isInquiry: boolean
  readonly reason: string
  /** The whole charge when absent. */
  readonly amount?: number
}

const RESPONSE_SECONDS = 7 * 86_400

/** Opens a dispute of a charge: its money is withdrawn at once, except that of an inquiry. */
export function openDispute(world: World, charge: Charge, { isInquiry, reason, amount = charge.amount }: DisputeTerms): Dispute {
  const dispute = save(world, ownerOf(world, charge.id), {
    id: createId('dispute'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowOf(world),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: nowOf(world) + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: isInquiry ? 'inquiry' : 'chargeback', network_reason_code: '10.4' },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  })
  emitEvent(world, 'charge.dispute.created', dispute)
  return isInquiry ? dispute : withdrawFunds(world, dispute)
}

/**
 * Brings a dispute into a state, with the movement of money that belongs to it: an inquiry that becomes a dispute withdraws, one that is
 * won gives back.
 */
export function moveDispute(world: World, dispute: Dispute, status: DisputeStatus): Dispute {
  const moved = update(world, dispute, { status, is_charge_refundable: status.startsWith('warning') })
  emitChange(world, {
    type: closed.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated',
    object: moved,
    previous: { status: dispute.status },
  })
  if (status === 'won' || status === 'prevented') return reinstateFunds(world, moved)
  const isOpen = status === 'needs_response' || status === 'under_review' || status === 'lost'
  return isOpen ? withdrawFunds(world, moved) : moved
}

/** Whether a bank has taken a charge's money back. */
export const isChargedBack = (world: World, chargeId: string): boolean =>
  all(world, { kind: 'dispute' }).some((dispute) => dispute.charge === chargeId && withdrawnUnits(dispute) > 0)

const closed: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'warning_closed', 'prevented'])

/** What the account has lost by a dispute so far, without its fee. */
const withdrawnUnits = ({ balance_transactions: moved }: Dispute): number => -moved.reduce((sum, { amount }) => sum + amount, 0)

function withdrawFunds(world: World, dispute: Dispute): Dispute {
  if (withdrawnUnits(dispute) > 0) return dispute
  setDisputed(world, dispute)
  const isFirst = dispute.balance_transactions.length === 0
  return moveFunds(world, dispute, { amount: -dispute.amount, fee: isFirst ? DISPUTE_FEE : 0, event: 'charge.dispute.funds_withdrawn' })
}

function reinstateFunds(world: World, dispute: Dispute): Dispute {
  const amount = withdrawnUnits(dispute)
  return amount > 0 ? moveFunds(world, dispute, { amount, fee: 0, event: 'charge.dispute.funds_reinstated' }) : dispute
}

interface Funds {
  readonly amount: number
  readonly fee: number
  readonly event: string
}

function moveFunds(world: World, dispute: Dispute, { amount, fee, event }: Funds): Dispute {
  const { id, charge, currency } = dispute
  const fees = fee > 0 ? [{ ...stripeFee(fee, currency), description: 'Dispute fee' }] : []
  const description = `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${charge}`
  const reportingCategory = amount < 0 ? 'dispute' : 'dispute_reversal'
  const moved = postTransaction(world, {
    account: ownerOf(world, id),
    type: 'adjustment',
    amount,
    currency,
    source: id,
    fees,
    description,
    reportingCategory,
  })
  const updated = update(world, dispute, { balance_transactions: [...dispute.balance_transactions, moved] })
  emitEvent(world, event, updated)
  return updated
}

function setDisputed(world: World, { charge: id }: Dispute): void {
  const charge = get(world, { kind: 'charge' }, id)
  const disputed = update(world, charge, { disputed: true })
  emitChange(world, { type: 'charge.updated', object: disputed, previous: { disputed: charge.disputed } })
}
