import { emitEvent } from '../events/emit-event.ts'
import { availableUnits } from '../money/balance.ts'
import { postTransaction } from '../money/post-transaction.ts'
import type { Metadata } from '../objects/metadata.ts'
import type { Transfer, TransferReversal } from '../objects/transfer.ts'
import { createId } from '../state/ids.ts'
import { get, save, update } from '../state/store.ts'
import { nowOf, PLATFORM, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'

/** What a reversal is created from; everything that is left without an amount. */
export interface ReversalTerms {
  readonly amount: number | undefined
  readonly metadata: Metadata
}

/**
 * Takes a part of a transfer back.
 * @throws {ApiError} of status 400 when less of it is left, or the connected account has spent it.
 */
export function reverseTransfer(world: World, transfer: Transfer, { amount, metadata }: ReversalTerms): TransferReversal {
  const units = reversible(world, transfer, amount)
  const { currency, destination } = transfer
  const [id, refundId] = [createId('transfer_reversal'), createId('payment_refund')]
  const returned = postTransaction(world, { account: PLATFORM, type: 'transfer_refund', amount: units, currency, source: id })
  postTransaction(world, { account: destination, type: 'payment_refund', amount: -units, currency, source: refundId })
  const reversal = save(world, PLATFORM, {
    id,
    object: 'transfer_reversal',
    amount: units,
    balance_transaction: returned.id,
    created: nowOf(world),
    currency,
    destination_payment_refund: refundId,
    metadata,
    source_refund: null,
    transfer: transfer.id,
  })
  const amount_reversed = transfer.amount_reversed + units
  const updated = update(world, transfer, { amount_reversed, reversed: amount_reversed === transfer.amount })
  const payment = get(world, { kind: 'charge' }, transfer.destination_payment)
  update(world, payment, { amount_refunded: amount_reversed, refunded: amount_reversed === transfer.amount })
  emitEvent(world, 'transfer.reversed', updated)
  return reversal
}

function reversible(world: World, { amount, amount_reversed, destination, currency }: Transfer, wished: number | undefined): number {
  const left = amount - amount_reversed
  if (left === 0) throw invalidRequest('This transfer has already been fully reversed.', { code: 'transfer_already_reversed' })
  const units = wished ?? left
  if (units > left)
    throw invalidRequest(`Reversal amount (${units}) is greater than unreversed amount on transfer (${left}).`, { param: 'amount' })
  if (units <= availableUnits(world, destination, currency)) return units
  throw invalidRequest('The connected account has insufficient available funds for this reversal.', { code: 'balance_insufficient' })
}
