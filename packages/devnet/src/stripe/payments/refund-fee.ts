import { emitEvent } from '../events/emit-event.ts'
import { postTransaction } from '../money/post-transaction.ts'
import type { ApplicationFee, FeeRefund } from '../objects/application-fee.ts'
import type { Charge } from '../objects/charge.ts'
import type { Metadata } from '../objects/metadata.ts'
import { createId } from '../state/ids.ts'
import { get, save, update } from '../state/store.ts'
import { nowOf, PLATFORM, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'

/** What a refund of an application fee is created from; everything that is left without an amount. */
export interface FeeRefundTerms {
  readonly amount: number | undefined
  readonly metadata: Metadata
}

/**
 * Gives a part of an application fee back to the connected account.
 * @throws {ApiError} of status 400 when less is left.
 */
export function refundFee(world: World, fee: ApplicationFee, { amount, metadata }: FeeRefundTerms): FeeRefund {
  const units = refundable(fee, amount)
  const { currency, account } = fee
  const id = createId('fee_refund')
  const paid = postTransaction(world, { account: PLATFORM, type: 'application_fee_refund', amount: -units, currency, source: id })
  postTransaction(world, { account, type: 'application_fee_refund', amount: units, currency, source: fee.charge })
  const created = nowOf(world)
  const refund = save(world, PLATFORM, {
    id,
    object: 'fee_refund',
    amount: units,
    balance_transaction: paid.id,
    created,
    currency,
    fee: fee.id,
    metadata,
  })
  const amount_refunded = fee.amount_refunded + units
  const updated = update(world, fee, { amount_refunded, refunded: amount_refunded === fee.amount })
  emitEvent(world, 'application_fee.refunded', updated)
  return refund
}

/** Gives back the share of the fee that a refund has of its charge, rounded down: the caller cannot choose it. */
export function refundProportionalFee(world: World, charge: Charge, units: number): FeeRefund | undefined {
  const fee = get(world, { kind: 'application_fee' }, charge.application_fee ?? '')
  const share = Math.min(Math.floor((fee.amount * units) / charge.amount), fee.amount - fee.amount_refunded)
  return share > 0 ? refundFee(world, fee, { amount: share, metadata: {} }) : undefined
}

function refundable(fee: ApplicationFee, wished: number | undefined): number {
  const left = fee.amount - fee.amount_refunded
  if (left === 0) throw invalidRequest('Application fee has already been refunded.', { code: 'application_fee_already_refunded' })
  const units = wished ?? left
  if (units > left)
    throw invalidRequest(`Refund amount (${units}) is greater than unrefunded amount on application fee (${left}).`, { param: 'amount' })
  return units
}
