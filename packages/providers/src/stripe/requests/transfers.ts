import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Stripe } from 'stripe'
import { request } from '../calls.ts'
import { amountOf } from './amount.ts'

/** The one transfer of an escrow. */
export interface NewTransfer {
  readonly intentId: string
  readonly escrowId: string
  readonly chargeId: string
  readonly accountId: string
  readonly amountMinor: bigint
  readonly currency: FiatCode
}

/** Transfers what is left of a charge to the merchant. Bound to the charge, it needs no free balance and cannot be more than the charge. */
export const transferCreation = ({ intentId, escrowId, chargeId, accountId, amountMinor, currency }: NewTransfer) =>
  request('transfer_create', {
    params: {
      amount: amountOf(amountMinor),
      currency: currency.toLowerCase(),
      destination: accountId,
      source_transaction: chargeId,
      transfer_group: escrowId,
      metadata: { intent_id: intentId, card_escrow_id: escrowId },
    } satisfies Stripe.TransferCreateParams,
  })

/** Reads a transfer. */
export const transferRetrieval = (transferId: string) => request('transfer_retrieve', { id: transferId, params: {} })

/** A reversal of a transfer. */
export interface NewReversal {
  readonly intentId: string
  readonly transferId: string
  readonly amountMinor: bigint
}

/** Takes a part of a transfer back from the merchant's balance. */
export const reversalCreation = ({ intentId, transferId, amountMinor }: NewReversal) =>
  request('reversal_create', {
    id: transferId,
    params: { amount: amountOf(amountMinor), metadata: { intent_id: intentId } } satisfies Stripe.TransferCreateReversalParams,
  })

/** Reads a payout of a merchant's account. */
export const payoutRetrieval = (payoutId: string, account: string) => request('payout_retrieve', { id: payoutId, account, params: {} })
