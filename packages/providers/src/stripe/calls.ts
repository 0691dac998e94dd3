import type { ProcessorDuty } from '@gateway/domain/cards/purposes'
import type { Stripe } from 'stripe'

/** A call of the processor as plain data, which is stored before it is sent and sent again unchanged. */
interface CallData<Params> {
  /** The object in the path; empty where the path names none. */
  readonly id: string
  readonly params: Params
}

interface Call<Params> {
  /** Whose key makes it. */
  readonly duty: ProcessorDuty
  readonly send: (stripe: Stripe, data: CallData<Params>, options: Stripe.RequestOptions) => Promise<unknown>
}

const call = <Params>(duty: ProcessorDuty, send: Call<Params>['send']): Call<Params> => ({ duty, send })

/** Every call that the gateway makes. */
export const calls = {
  account_create: call<Stripe.AccountCreateParams>('checkout', (stripe, { params }, options) => stripe.accounts.create(params, options)),
  account_retrieve: call<Stripe.AccountRetrieveParams>('checkout', (stripe, { id, params }, options) =>
    stripe.accounts.retrieve(id, params, options),
  ),
  account_list: call<Stripe.AccountListParams>('checkout', (stripe, { params }, options) => stripe.accounts.list(params, options)),
  account_link_create: call<Stripe.AccountLinkCreateParams>('checkout', (stripe, { params }, options) =>
    stripe.accountLinks.create(params, options),
  ),
  session_create: call<Stripe.Checkout.SessionCreateParams>('checkout', (stripe, { params }, options) =>
    stripe.checkout.sessions.create(params, options),
  ),
  session_retrieve: call<Stripe.Checkout.SessionRetrieveParams>('checkout', (stripe, { id, params }, options) =>
    stripe.checkout.sessions.retrieve(id, params, options),
  ),
  session_expire: call<Stripe.Checkout.SessionExpireParams>('checkout', (stripe, { id, params }, options) =>
    stripe.checkout.sessions.expire(id, params, options),
  ),
  session_list: call<Stripe.Checkout.SessionListParams>('checkout', (stripe, { params }, options) =>
    stripe.checkout.sessions.list(params, options),
  ),
  payment_intent_retrieve: call<Stripe.PaymentIntentRetrieveParams>('checkout', (stripe, { id, params }, options) =>
    stripe.paymentIntents.retrieve(id, params, options),
  ),
  charge_retrieve: call<Stripe.ChargeRetrieveParams>('checkout', (stripe, { id, params }, options) =>
    stripe.charges.retrieve(id, params, options),
  ),
  refund_create: call<Stripe.RefundCreateParams>('refunds', (stripe, { params }, options) => stripe.refunds.create(params, options)),
  refund_retrieve: call<Stripe.RefundRetrieveParams>('refunds', (stripe, { id, params }, options) =>
    stripe.refunds.retrieve(id, params, options),
  ),
  refund_list: call<Stripe.RefundListParams>('refunds', (stripe, { params }, options) => stripe.refunds.list(params, options)),
  fee_refund_create: call<Stripe.ApplicationFeeCreateRefundParams>('refunds', (stripe, { id, params }, options) =>
    stripe.applicationFees.createRefund(id, params, options),
  ),
  fee_refund_list: call<Stripe.ApplicationFeeListRefundsParams>('refunds', (stripe, { id, params }, options) =>
    stripe.applicationFees.listRefunds(id, params, options),
  ),
  dispute_retrieve: call<Stripe.DisputeRetrieveParams>('refunds', (stripe, { id, params }, options) =>
    stripe.disputes.retrieve(id, params, options),
  ),
  dispute_list: call<Stripe.DisputeListParams>('refunds', (stripe, { params }, options) => stripe.disputes.list(params, options)),
  dispute_update: call<Stripe.DisputeUpdateParams>('refunds', (stripe, { id, params }, options) =>
    stripe.disputes.update(id, params, options),
  ),
  dispute_close: call<Stripe.DisputeCloseParams>('refunds', (stripe, { id, params }, options) =>
    stripe.disputes.close(id, params, options),
  ),
  file_create: call<Stripe.FileCreateParams>('refunds', (stripe, { params }, options) => stripe.files.create(params, options)),
  transfer_create: call<Stripe.TransferCreateParams>('transfers', (stripe, { params }, options) =>
    stripe.transfers.create(params, options),
  ),
  transfer_retrieve: call<Stripe.TransferRetrieveParams>('transfers', (stripe, { id, params }, options) =>
    stripe.transfers.retrieve(id, params, options),
  ),
  transfer_list: call<Stripe.TransferListParams>('transfers', (stripe, { params }, options) => stripe.transfers.list(params, options)),
  reversal_create: call<Stripe.TransferCreateReversalParams>('transfers', (stripe, { id, params }, options) =>
    stripe.transfers.createReversal(id, params, options),
  ),
  reversal_list: call<Stripe.TransferListReversalsParams>('transfers', (stripe, { id, params }, options) =>
    stripe.transfers.listReversals(id, params, options),
  ),
  payout_retrieve: call<Stripe.PayoutRetrieveParams>('transfers', (stripe, { id, params }, options) =>
    stripe.payouts.retrieve(id, params, options),
  ),
  balance_list: call<Stripe.BalanceTransactionListParams>('transfers', (stripe, { params }, options) =>
    stripe.balanceTransactions.list(params, options),
  ),
} as const

/** The name of a call. */
export type CallName = keyof typeof calls
/** The parameters of a call. */
type ParamsOf<Name extends CallName> = (typeof calls)[Name] extends Call<infer Params> ? Params : never

/** A call with its parameters and the account on whose behalf it is made; null for the platform's own. */
export type StripeRequest<Name extends CallName = CallName> = {
  [Each in Name]: CallData<ParamsOf<Each>> & { readonly call: Each; readonly account: string | null }
}[Name]

/** A request as plain data. */
export const request = <const Name extends CallName>(
  name: Name,
  { id = '', account = null, params }: { readonly id?: string; readonly account?: string | null; readonly params: ParamsOf<Name> },
) => ({ call: name, id, account, params })

/** The restricted key that a request needs. */
export const dutyOf = ({ call: name }: Pick<StripeRequest, 'call'>): ProcessorDuty => calls[name].duty

/** Sends a request; a rejection is read by `outcomeOf`. */
export function sendCall(
  stripe: Stripe,
  { call: name, account, ...data }: StripeRequest,
  idempotencyKey: string | undefined,
): Promise<unknown> {
  // The parameters of a request are those of its call, which one type for all calls cannot say.
  const { send } = calls[name] as Call<unknown>
  return send(stripe, data, {
    ...(account !== null && { stripeAccount: account }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}
