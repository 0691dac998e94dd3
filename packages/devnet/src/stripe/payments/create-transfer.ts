import { emitEvent } from '../events/emit-event.ts'
import { availableUnits } from '../money/balance.ts'
import { postTransaction } from '../money/post-transaction.ts'
import type { Account } from '../objects/account.ts'
import type { Charge } from '../objects/charge.ts'
import { applicationOf } from '../objects/create-account.ts'
import type { Metadata } from '../objects/metadata.ts'
import type { Transfer } from '../objects/transfer.ts'
import { createId } from '../state/ids.ts'
import { all, save } from '../state/store.ts'
import { nowOf, PLATFORM, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { chargeDefaults } from './create-charge.ts'

/** What a transfer is created from. */
export interface TransferTerms {
  readonly amount: number
  readonly currency: string
  readonly destination: Account
  readonly source: Charge | undefined
  readonly transferGroup: string | undefined
  readonly description: string | null
  readonly metadata: Metadata
}

/**
 * Moves money from the platform to a connected account, where it arrives as a payment. A transfer with a source charge takes the money of
 * that charge; another one takes what is available.
 * @throws {ApiError} of status 400 when there is less, the currencies differ, or the account may not receive transfers.
 */
export function createTransfer(world: World, terms: TransferTerms): Transfer {
  checkTransfer(world, terms)
  const { amount, currency, destination, source, description, metadata } = terms
  const id = createId('transfer')
  const sent = postTransaction(world, { account: PLATFORM, type: 'transfer', amount: -amount, currency, source: id, description })
  const payment = receive(world, { id, terms })
  const transfer = save(world, PLATFORM, {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: sent.id,
    created: nowOf(world),
    currency,
    description,
    destination: destination.id,
    destination_payment: payment.id,
    livemode: false,
    metadata,
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    transfer_group: terms.transferGroup ?? source?.transfer_group ?? `group_${source?.payment_intent ?? id}`,
  })
  emitEvent(world, 'transfer.created', transfer)
  return transfer
}

function checkTransfer(world: World, { amount, currency, destination, source, transferGroup }: TransferTerms): void {
  if (destination.capabilities['transfers'] !== 'active') {
    const message = 'Your destination account needs to have at least one of the following capabilities enabled: transfers'
    throw invalidRequest(message, { code: 'insufficient_capabilities_for_transfer' })
  }
  if (source) return checkSource(world, { amount, currency, source, transferGroup })
  if (amount > availableUnits(world, PLATFORM, currency)) {
    throw invalidRequest('You have insufficient available funds in your Stripe account.', { code: 'balance_insufficient' })
  }
}

function checkSource(
  world: World,
  {
    amount,
    currency,
    source,
    transferGroup,
  }: Omit<TransferTerms, 'destination' | 'description' | 'metadata'> & { readonly source: Charge },
): void {
  const param = 'source_transaction'
  if (source.status === 'failed') throw invalidRequest('Cannot use a failed charge as a source.', { param })
  if (source.currency !== currency)
    throw invalidRequest(
      `The currency of source_transaction's balance transaction (${source.currency}) must be the same as the transfer currency (${currency})`,
      { param },
    )
  if (source.transfer_group !== null && (transferGroup ?? source.transfer_group) !== source.transfer_group) {
    throw invalidRequest('transfer_group must be that of source_transaction, when both have one.', { param: 'transfer_group' })
  }
  const before = all(world, { kind: 'transfer' }).filter((transfer) => transfer.source_transaction === source.id)
  const used = before.reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  if (used + amount <= source.amount) return
  throw invalidRequest(
    `Transfers using this transaction as a source must not exceed the source amount of ${source.amount}; ${used} are transferred already.`,
    { param: 'amount' },
  )
}

/** The payment that a transfer makes at its destination. */
function receive(
  world: World,
  { id, terms: { amount, currency, destination, description } }: { readonly id: string; readonly terms: TransferTerms },
): Charge {
  const paymentId = createId('payment')
  const received = postTransaction(world, { account: destination.id, type: 'payment', amount, currency, source: paymentId })
  return save(world, destination.id, {
    ...chargeDefaults,
    id: paymentId,
    amount,
    amount_captured: amount,
    application: applicationOf(destination.id),
    balance_transaction: received.id,
    captured: true,
    created: nowOf(world),
    currency,
    description,
    metadata: {},
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { type: 'stripe_account', stripe_account: {} },
    source_transfer: id,
    status: 'succeeded',
  })
}
