import type { BalanceTransaction, BalanceTransactionType, FeeDetail } from '../objects/balance-transaction.ts'
import { createId } from '../state/ids.ts'
import { save } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'

/** A movement of an account's balance: amounts in the smallest unit, negative where money leaves. */
export interface Movement {
  readonly account: string
  readonly type: BalanceTransactionType
  readonly amount: number
  readonly currency: string
  readonly source: string
  readonly fees?: readonly FeeDetail[]
  readonly description?: string | null
  readonly reportingCategory?: string
}

/** Moves an account's balance. */
export function postTransaction(world: World, movement: Movement): BalanceTransaction {
  const { account, type, amount, currency, source, fees = [], description = null, reportingCategory = categories[type] } = movement
  const fee = fees.reduce((sum, detail) => sum + detail.amount, 0)
  const created = nowOf(world)
  return save(world, account, {
    id: createId('balance_transaction'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: fees,
    net: amount - fee,
    reporting_category: reportingCategory,
    source,
    status: 'available',
    type,
  })
}

/** A fee of the processor itself. */
export const stripeFee = (amount: number, currency: string): FeeDetail => ({
  amount,
  application: null,
  currency,
  description: 'Stripe processing fees',
  type: 'stripe_fee',
})

const categories: Readonly<Record<BalanceTransactionType, string>> = {
  adjustment: 'other_adjustment',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  charge: 'charge',
  payment: 'charge',
  payment_refund: 'refund',
  payout: 'payout',
  payout_failure: 'payout_reversal',
  refund: 'refund',
  refund_failure: 'refund_failure',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversal',
}
