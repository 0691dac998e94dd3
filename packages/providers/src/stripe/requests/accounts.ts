import type { Stripe } from 'stripe'
import { request } from '../calls.ts'

/** A new account of a business. */
export interface NewAccount {
  /** Our row, which the account names in its metadata. */
  readonly intentId: string
  readonly country: string
  readonly email: string
  readonly businessName: string
}

/**
 * Creates the account of a business, which bears the cost and the disputes of its direct charges and has a dashboard of its own
 * (docs.stripe.com/connect/accounts-v2, controller properties of a standard account).
 */
export const accountCreation = ({ intentId, country, email, businessName }: NewAccount) =>
  request('account_create', {
    params: {
      country,
      email,
      controller: {
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'full' },
      },
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      business_profile: { name: businessName },
      metadata: { intent_id: intentId },
    } satisfies Stripe.AccountCreateParams,
  })

/** A page on which a merchant completes an account. */
export interface NewAccountLink {
  readonly accountId: string
  /** Where the merchant comes back to; the account is asked again then, because a visit proves nothing. */
  readonly returnUrl: string
  /** Where the merchant lands with a link that is used or too old; it makes a fresh one. */
  readonly refreshUrl: string
}

/** Creates a fresh onboarding link; each can be opened once, for some minutes. */
export const accountLinkCreation = ({ accountId, returnUrl, refreshUrl }: NewAccountLink) =>
  request('account_link_create', {
    params: {
      account: accountId,
      type: 'account_onboarding',
      return_url: returnUrl,
      refresh_url: refreshUrl,
      collection_options: { fields: 'eventually_due' },
    } satisfies Stripe.AccountLinkCreateParams,
  })

/** Reads an account. The id in the path does it; on behalf of the account the same call would need it twice. */
export const accountRetrieval = (accountId: string) => request('account_retrieve', { id: accountId, params: {} })
