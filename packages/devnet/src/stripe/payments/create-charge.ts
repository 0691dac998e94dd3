import type { Charge, PaymentMethodDetails } from '../objects/charge.ts'
import type { PaymentIntent } from '../objects/payment-intent.ts'
import { createId } from '../state/ids.ts'
import { ownerOf, save } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'
import type { TestCard } from './test-cards.ts'

/** How a payment intent is paid: by a card, or by a bank debit, whose outcome comes later. */
export type Method = TestCard | 'bank_debit'

/** A charge of a payment intent that has not moved money yet. */
export function createCharge(world: World, intent: PaymentIntent, method: Method): Charge {
  const charge: Charge = {
    ...chargeDefaults,
    id: createId(method === 'bank_debit' ? 'payment' : 'charge'),
    amount: intent.amount,
    application: intent.application,
    application_fee_amount: intent.application_fee_amount,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'GATEWAY',
    created: nowOf(world),
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: detailsOf(method),
    receipt_email: intent.receipt_email,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_group: intent.transfer_group,
  }
  if (method !== 'bank_debit') world.state.cardOf[charge.id] = method.number
  return save(world, ownerOf(world, intent.id), charge)
}

/** Members of a charge that nobody has paid yet. */
export const chargeDefaults = {
  object: 'charge',
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: false,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  paid: false,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'pending',
  transfer_group: null,
} as const satisfies Partial<Charge>

function detailsOf(method: Method): PaymentMethodDetails {
  if (method === 'bank_debit') return { type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } }
  const { brand, number, needsAuthentication } = method
  return {
    type: 'card',
    card: {
      brand,
      country: 'US',
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      last4: number.slice(-4),
      network: brand,
      three_d_secure: needsAuthentication ? { authentication_flow: 'challenge', result: 'authenticated' } : null,
    },
  }
}
