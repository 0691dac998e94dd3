import { emitChange, emitEvent } from '../events/emit-event.ts'
import { postTransaction } from '../money/post-transaction.ts'
import type { Charge } from '../objects/charge.ts'
import type { Metadata } from '../objects/metadata.ts'
import type { Refund, RefundStatus } from '../objects/refund.ts'
import { createId } from '../state/ids.ts'
import { get, ownerOf, save, update } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { isChargedBack } from './disputes.ts'
import { planOutcome } from './plan-outcome.ts'
import { cardOfNumber } from './test-cards.ts'

/** What a refund is created from. */
export interface RefundTerms {
  /** Everything that is left when absent. */
  readonly amount: number | undefined
  readonly reason: string | null
  readonly metadata: Metadata
}

/**
 * Refunds a charge, or a part of it. A pending refund counts as refunded already.
 * @throws {ApiError} of status 400 when less is left, or the charge is disputed.
 */
export function createRefund(world: World, charge: Charge, { amount, reason, metadata }: RefundTerms): Refund {
  const units = refundable(world, charge, amount)
  const status = firstStatus(world, charge)
  const account = ownerOf(world, charge.id)
  const id = createId('refund')
  const type = charge.id.startsWith('py_') ? 'payment_refund' : 'refund'
  const moved = postTransaction(world, {
    account,
    type,
    amount: -units,
    currency: charge.currency,
    source: id,
    description: 'REFUND FOR CHARGE',
  })
  const refund = save(world, account, {
    ...refundOf(charge),
    id,
    amount: units,
    balance_transaction: moved.id,
    created: nowOf(world),
    metadata,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    reason,
    status,
  })
  const updated = addRefunded(world, charge, units)
  emitEvent(world, 'refund.created', refund)
  emitEvent(world, 'charge.refunded', updated)
  if (status === 'failed' || status === 'canceled') return giveBack(world, refund)
  return planned(world, refund, charge)
}

/**
 * Brings a refund into a state. One that fails or is canceled gives its amount back to the account.
 * @throws {ApiError} of status 400 when it has failed or was canceled already.
 */
export function moveRefund(world: World, refund: Refund, status: RefundStatus): Refund {
  if (refund.status === 'failed' || refund.status === 'canceled') throw invalidRequest(`This refund is ${refund.status} already.`)
  const { pending_reason: _, ...rest } = refund
  const moved = save(world, ownerOf(world, refund.id), {
    ...rest,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    ...(status === 'failed' && { failure_reason: 'unknown' }),
    status,
  })
  if (status === 'failed' || status === 'canceled') return giveBack(world, moved)
  emitChange(world, { type: 'refund.updated', object: moved, previous: { status: refund.status } })
  emitChange(world, { type: 'charge.refund.updated', object: moved, previous: { status: refund.status } })
  return moved
}

function giveBack(world: World, refund: Refund): Refund {
  const { id, amount, currency, charge } = refund
  const moved = postTransaction(world, {
    account: ownerOf(world, id),
    type: 'refund_failure',
    amount,
    currency,
    source: id,
    description: 'REFUND FAILURE',
  })
  const settled = update(world, refund, { failure_balance_transaction: moved.id })
  addRefunded(world, get(world, { kind: 'charge' }, charge), -amount)
  emitEvent(world, refund.status === 'failed' ? 'refund.failed' : 'refund.updated', settled)
  emitEvent(world, 'charge.refund.updated', settled)
  return settled
}

function refundable(
  world: World,
  { amount_captured: captured, amount_refunded: refunded, ...charge }: Charge,
  wished: number | undefined,
): number {
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not succeeded and cannot be refunded.`, { param: 'charge' })
  if (isChargedBack(world, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  const left = captured - refunded
  if (left === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const units = wished ?? left
  if (units > left)
    throw invalidRequest(`Refund amount (${units}) is greater than unrefunded amount on charge (${left}).`, { param: 'amount' })
  return units
}

/** The control decides, then the card. */
function firstStatus({ state }: World, { id }: Charge): RefundStatus {
  return state.nextRefunds.shift() ?? (cardOfNumber(state.cardOf[id])?.refunds === 'pending' ? 'pending' : 'succeeded')
}

function planned(world: World, refund: Refund, { id }: Charge): Refund {
  if (cardOfNumber(world.state.cardOf[id])?.refunds === 'failing') planOutcome(world, refund.id, 'failed')
  if (refund.status === 'pending') planOutcome(world, refund.id, 'succeeded')
  return refund
}

function addRefunded(world: World, charge: Charge, units: number): Charge {
  const amount_refunded = charge.amount_refunded + units
  return update(world, charge, { amount_refunded, refunded: amount_refunded === charge.amount_captured })
}

const refundOf = ({ id, currency, payment_intent }: Charge) =>
  ({
    object: 'refund',
    charge: id,
    currency,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    payment_intent,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  }) as const
