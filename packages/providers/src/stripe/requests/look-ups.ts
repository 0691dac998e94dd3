import type { Stripe } from 'stripe'
import { request, type StripeRequest } from '../calls.ts'

/** The largest page of a list. */
const PAGE = 100

/** A period, both ends included. */
export interface Period {
  readonly from: Date
  readonly until: Date
}

/** A list that is read page by page; none of them takes a filter by metadata. */
export type ListRequest = Extract<StripeRequest, { readonly call: `${string}_list` }>

/** The refunds of a payment intent, the newest first. */
export const refundsOf = (paymentIntentId: string, account: string | null) =>
  request('refund_list', { account, params: { payment_intent: paymentIntentId, limit: PAGE } satisfies Stripe.RefundListParams })

/** The disputes and inquiries of a payment intent. */
export const disputesOf = (paymentIntentId: string, account: string | null) =>
  request('dispute_list', { account, params: { payment_intent: paymentIntentId, limit: PAGE } satisfies Stripe.DisputeListParams })

/** The refunds of an application fee. */
export const feeRefundsOf = (applicationFeeId: string) => request('fee_refund_list', { id: applicationFeeId, params: { limit: PAGE } })

/** The transfers of an escrow. */
export const transfersOf = (escrowId: string) =>
  request('transfer_list', { params: { transfer_group: escrowId, limit: PAGE } satisfies Stripe.TransferListParams })

/** The reversals of a transfer. */
export const reversalsOf = (transferId: string) => request('reversal_list', { id: transferId, params: { limit: PAGE } })

/** The checkout sessions that were created in a period. */
export const sessionsOf = (period: Period, account: string | null) =>
  request('session_list', { account, params: { created: secondsOf(period), limit: PAGE } satisfies Stripe.Checkout.SessionListParams })

/** The merchants' accounts that were created in a period. */
export const accountsOf = (period: Period) =>
  request('account_list', { params: { created: secondsOf(period), limit: PAGE } satisfies Stripe.AccountListParams })

/** The balance of an account in a period, for the reconciliation of a day. */
export const balanceOf = (period: Period, account: string | null) =>
  request('balance_list', { account, params: { created: secondsOf(period), limit: PAGE } satisfies Stripe.BalanceTransactionListParams })

/** What a payout consists of. */
export const balanceOfPayout = (payoutId: string, account: string) =>
  request('balance_list', { account, params: { payout: payoutId, limit: PAGE } satisfies Stripe.BalanceTransactionListParams })

/** The same list after an object, which is the last of the page before. */
export const pageAfter = <List extends ListRequest>(list: List, lastId: string): List => ({
  ...list,
  params: { ...list.params, starting_after: lastId },
})

const secondsOf = ({ from, until }: Period): { gte: number; lte: number } => ({
  gte: Math.floor(from.getTime() / 1_000),
  lte: Math.ceil(until.getTime() / 1_000),
})
