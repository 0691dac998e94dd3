import { emitEvent } from '../events/emit-event.ts'
import { postTransaction, stripeFee } from '../money/post-transaction.ts'
import { processorFee } from '../money/processor-fee.ts'
import type { ApplicationFee } from '../objects/application-fee.ts'
import type { FeeDetail } from '../objects/balance-transaction.ts'
import type { Charge } from '../objects/charge.ts'
import { createId } from '../state/ids.ts'
import { get, ownerOf, save, update } from '../state/store.ts'
import { APPLICATION, nowOf, PLATFORM, type World } from '../state/world.ts'

/** Pays a charge into the balance of its account, less the processor's fee and the platform's. */
export function settleCharge(world: World, charge: Charge): Charge {
  const account = ownerOf(world, charge.id)
  const paysFee = feePayerOf(world, account)
  const cost = stripeFee(processorFee(charge.amount), charge.currency)
  const fees = [...platformFee(charge), ...(paysFee === account ? [cost] : [])]
  const type = charge.payment_method_details.type === 'card' ? 'charge' : 'payment'
  const paid = postTransaction(world, { account, type, amount: charge.amount, currency: charge.currency, source: charge.id, fees })
  if (paysFee !== account) {
    const movement = { type: 'adjustment', amount: 0, currency: charge.currency, source: charge.id, fees: [cost] } as const
    postTransaction(world, { account: paysFee, ...movement, reportingCategory: 'fee' })
  }
  const fee = charge.application_fee_amount ? collectFee(world, charge, account) : undefined
  return update(world, charge, {
    amount_captured: charge.amount,
    application_fee: fee?.id ?? null,
    balance_transaction: paid.id,
    captured: true,
    outcome: {
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    receipt_url: `${world.url}/receipts/${charge.id}`,
    status: 'succeeded',
  })
}

/** The platform pays for charges of accounts that it controls with `fees.payer` = application; every other account pays itself. */
function feePayerOf(world: World, account: string): string {
  const { controller } = get(world, { kind: 'account' }, account)
  return controller.fees.payer === 'application' ? PLATFORM : account
}

function platformFee({ application_fee_amount: amount, currency }: Charge): readonly FeeDetail[] {
  return amount ? [{ amount, application: APPLICATION, currency, description: 'Application fee', type: 'application_fee' }] : []
}

function collectFee(world: World, charge: Charge, account: string): ApplicationFee {
  const id = createId('application_fee')
  const amount = charge.application_fee_amount ?? 0
  const { currency } = charge
  const earned = postTransaction(world, { account: PLATFORM, type: 'application_fee', amount, currency, source: id })
  const fee = save(world, PLATFORM, {
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded: 0,
    application: APPLICATION,
    balance_transaction: earned.id,
    charge: charge.id,
    created: nowOf(world),
    currency,
    fee_source: { type: 'charge', charge: charge.id },
    livemode: false,
    originating_transaction: null,
    refunded: false,
  })
  emitEvent(world, 'application_fee.created', fee)
  return fee
}
