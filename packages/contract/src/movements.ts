import {
  countedDeposits,
  depositStatus,
  depositStatuses,
  type KnownPayout,
  payoutStatus,
  payoutStatuses,
} from '@gateway/domain/payments/movements'
import { hasTransaction, policyOf, shownConfirmations } from '@gateway/domain/payments/assessment'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { z } from 'zod'
import { Asset, TxId } from './wire/chain.ts'
import { DecimalString } from './wire/money.ts'
import { presentTime, Time } from './wire/time.ts'

/** How many deposits and payouts of a payment are shown; payers control the number of deposits. */
export const MAX_SHOWN = 100

/** Something that arrived at the address of a payment. */
export const DepositView = z
  .object({
    asset: Asset.nullable().meta({ description: 'Asset that arrived; null for an unsupported token.', example: 'BTC' }),
    token_address: z.string().nullable().meta({
      description: 'Contract address of an unsupported token; null for every supported asset.',
      example: null,
    }),
    amount: DecimalString.meta({
      description: 'Amount that arrived; in base units for an unsupported token, whose decimals are unknown.',
      example: '0.0002',
    }),
    tx_hash: TxId,
    confirmations: z.int().nonnegative().meta({
      description:
        'Confirmations, at most as many as the payment requires, and one less until its block is final where the payment requires that.',
      example: 1,
    }),
    status: z.enum(depositStatuses).meta({
      description:
        '`seen` until it has its confirmations, then `confirmed`; `held` while it waits for a decision, `returned` once it was refunded, `orphaned` when it has left the chain.',
      example: 'confirmed',
    }),
    credited: z.boolean().meta({ description: 'True when `amount_received` includes it.', example: true }),
    received_at: Time.meta({ description: 'When it was first seen.', example: '2026-10-01T12:05:00.000Z' }),
  })
  .meta({ id: 'PaymentDeposit', description: 'Money that arrived at the address of a payment.' })
export type DepositView = z.output<typeof DepositView>

const Share = DecimalString.nullable()

/** Something that left the address of a payment, or is about to. */
export const PayoutView = z
  .object({
    purpose: z
      .enum(['forward', 'refund'])
      .meta({ description: '`forward` to the merchant, or `refund` to the payer.', example: 'forward' }),
    asset: Asset,
    amount: DecimalString.meta({ description: 'Total that leaves the address.', example: '0.0002' }),
    merchant_amount: Share.meta({ description: 'Amount that reaches the merchant; null for a refund.', example: '0.000193' }),
    fee_amount: Share.meta({ description: 'Fee of the platform; null for a refund.', example: '0.000002' }),
    network_fee: DecimalString.meta({ description: 'Fee of the network: estimated until the payout is final.', example: '0.000005' }),
    tx_hash: TxId,
    status: z.enum(payoutStatuses).meta({
      description: '`waiting` until its transaction was sent, `sent` until that is final, then `final`.',
      example: 'final',
    }),
    reason: z.string().nullable().meta({
      description:
        'Why it waits: `paused`, `awaits_approval`, `under_investigation`, or a reason that ends by itself, such as `below_cost_of_forwarding`; null when nothing stops it.',
      example: null,
    }),
    created_at: Time,
  })
  .meta({ id: 'PaymentPayout', description: 'Money that leaves the address of a payment.' })
type PayoutView = z.output<typeof PayoutView>

/** The deposits of a payment as its merchant sees them. */
export function presentDeposits({ payment, height, finalizedHeight, movements: { deposits, payouts } }: PaymentFacts): DepositView[] {
  const policy = policyOf(payment)
  const counted = countedDeposits(payment, deposits)
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  return deposits.slice(0, MAX_SHOWN).map((deposit) => ({
    asset: deposit.asset,
    token_address: deposit.asset === null ? deposit.token : null,
    amount: deposit.asset === null ? String(deposit.units) : formatUnits(deposit.units, assetOf(deposit.asset).decimals),
    tx_hash: hasTransaction(deposit) ? deposit.txId : null,
    confirmations: shownConfirmations(policy, deposit.height, { height, finalizedHeight }),
    status: depositStatus(payment, deposit, byId.get(deposit.intentId ?? '')),
    credited: counted.has(deposit),
    received_at: presentTime(deposit.arrivedAt),
  }))
}

/** The payouts of a payment as its merchant sees them. */
export const presentPayouts = ({ movements: { payouts } }: PaymentFacts): PayoutView[] => payouts.slice(0, MAX_SHOWN).map(presentPayout)

function presentPayout(payout: KnownPayout): PayoutView {
  const { decimals } = assetOf(payout.asset)
  const isForward = payout.purpose === 'forward'
  return {
    purpose: isForward ? 'forward' : 'refund',
    asset: payout.asset,
    amount: formatUnits(payout.units, decimals),
    merchant_amount: isForward ? formatUnits(payout.merchantUnits, decimals) : null,
    fee_amount: isForward ? formatUnits(payout.feeUnits, decimals) : null,
    network_fee: formatUnits(payout.networkFeeUnits, decimals),
    tx_hash: payout.txId,
    status: payoutStatus(payout),
    reason: payout.reason,
    created_at: presentTime(payout.createdAt),
  }
}
