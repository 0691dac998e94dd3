import { emitChange, emitEvent } from '../events/emit-event.ts'
import { availableUnits } from '../money/balance.ts'
import { postTransaction } from '../money/post-transaction.ts'
import type { Metadata } from '../objects/metadata.ts'
import type { Payout } from '../objects/payout.ts'
import { createId } from '../state/ids.ts'
import { all, ownerOf, save, update } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'

/** What a payout is created from; without an amount everything is paid out, as the processor does by itself. */
export interface PayoutTerms {
  readonly account: string
  readonly currency: string
  readonly amount?: number
  readonly metadata?: Metadata
  readonly description?: string | null
  readonly statement_descriptor?: string | null
}

const ARRIVAL_SECONDS = 2 * 86_400

/**
 * Sends an account's money to its bank. One without an amount names the transactions that it consists of.
 * @throws {ApiError} of status 400 when the balance is too small.
 */
export function createPayout(world: World, { account, currency, amount, ...terms }: PayoutTerms): Payout {
  const available = availableUnits(world, account, currency)
  const units = amount ?? available
  if (units <= 0 || units > available)
    throw invalidRequest('You have insufficient funds in your Stripe account for this payout.', { code: 'balance_insufficient' })
  const id = createId('payout')
  const paid = unpaidTransactions(world, account, currency)
  const moved = postTransaction(world, { account, type: 'payout', amount: -units, currency, source: id, description: 'STRIPE PAYOUT' })
  if (amount === undefined) for (const { id: transaction } of [...paid, moved]) world.state.payoutOf[transaction] = id
  const payout = save(world, account, {
    ...defaults,
    id,
    amount: units,
    arrival_date: nowOf(world) + ARRIVAL_SECONDS,
    automatic: amount === undefined,
    balance_transaction: moved.id,
    created: nowOf(world),
    currency,
    description: terms.description ?? null,
    metadata: terms.metadata ?? {},
    reconciliation_status: amount === undefined ? 'completed' : 'not_applicable',
    statement_descriptor: terms.statement_descriptor ?? null,
  })
  emitEvent(world, 'payout.created', payout)
  return payout
}

/**
 * Brings a payout into its end: paid, or failed or canceled, which gives its amount back.
 * @throws {ApiError} of status 400 when it has failed or was canceled already.
 */
export function movePayout(world: World, payout: Payout, status: 'paid' | 'failed' | 'canceled'): Payout {
  if (payout.status === 'failed' || payout.status === 'canceled') throw invalidRequest(`This payout is ${payout.status} already.`)
  const moved = status === 'paid' ? update(world, payout, { status }) : giveBack(world, payout, status)
  emitChange(world, { type: `payout.${status}`, object: moved, previous: { status: payout.status } })
  return moved
}

function giveBack(world: World, payout: Payout, status: 'failed' | 'canceled'): Payout {
  const { id, amount, currency } = payout
  const returned = postTransaction(world, { account: ownerOf(world, id), type: 'payout_failure', amount, currency, source: id })
  const reason = status === 'failed' ? { failure_code: 'account_closed', failure_message: 'The bank account has been closed.' } : {}
  return update(world, payout, { status, failure_balance_transaction: returned.id, ...reason })
}

function unpaidTransactions(world: World, account: string, currency: string) {
  return all(world, { kind: 'balance_transaction', account }).filter(
    (transaction) => transaction.currency === currency && !Object.hasOwn(world.state.payoutOf, transaction.id),
  )
}

const defaults = {
  object: 'payout',
  application_fee: null,
  application_fee_amount: null,
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  method: 'standard',
  original_payout: null,
  reversed_by: null,
  source_type: 'card',
  status: 'in_transit',
  type: 'bank_account',
} as const satisfies Partial<Payout>
