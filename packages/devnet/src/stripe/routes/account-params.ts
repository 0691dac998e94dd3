import { z } from 'zod'
import { boolean, integer, metadata, nested, pageUrl, params, text, unsettable } from '../wire/params.ts'

const address = nested({ city: text(), country: text(), line1: text(), line2: text(), postal_code: text(), state: text() })
  .partial()
  .optional()

const businessProfile = nested({
  mcc: text(),
  name: text(),
  product_description: text(),
  support_address: address,
  support_email: text(),
  support_phone: text(),
  support_url: unsettable(),
  url: pageUrl,
}).partial()

const requested = nested({ requested: boolean.optional() }).optional()

const capabilities = nested({
  card_payments: requested,
  transfers: requested,
  us_bank_account_ach_payments: requested,
  sepa_debit_payments: requested,
  link_payments: requested,
})

const settings = nested({
  branding: nested({ icon: text(), logo: text(), primary_color: text(), secondary_color: text() }).partial(),
  card_payments: nested({
    statement_descriptor_prefix: text(22),
    statement_descriptor_prefix_kana: text(22),
    statement_descriptor_prefix_kanji: text(17),
  }).partial(),
  payments: nested({ statement_descriptor: text(22), statement_descriptor_kana: text(22), statement_descriptor_kanji: text(17) }).partial(),
  payouts: nested({
    debit_negative_balances: boolean,
    schedule: nested({
      delay_days: z.union([z.literal('minimum'), integer]),
      interval: z.enum(['daily', 'manual', 'weekly', 'monthly']),
    }).partial(),
    statement_descriptor: text(22),
  }).partial(),
}).partial()

const person = nested({
  email: text(),
  first_name: text(),
  last_name: text(),
  phone: text(),
  address,
  dob: nested({ day: integer, month: integer, year: integer }).optional(),
}).partial()

const company = nested({ name: text(), phone: text(), tax_id: text(), vat_id: text(), address }).partial()

const either = {
  business_profile: businessProfile.optional(),
  business_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
  capabilities: capabilities.optional(),
  company: company.optional(),
  default_currency: text(3).optional(),
  email: text().optional(),
  individual: person.optional(),
  metadata: metadata.optional(),
  settings: settings.optional(),
}

/** Parameters of `POST /v1/accounts`. */
export const AccountCreateParams = params({
  ...either,
  controller: nested({
    fees: nested({ payer: z.enum(['account', 'application']).optional() }).optional(),
    losses: nested({ payments: z.enum(['application', 'stripe']).optional() }).optional(),
    requirement_collection: z.enum(['application', 'stripe']).optional(),
    stripe_dashboard: nested({ type: z.enum(['express', 'full', 'none']).optional() }).optional(),
  }).optional(),
  country: text(2).optional(),
  type: z.enum(['custom', 'express', 'standard']).optional(),
})

/** Parameters of `POST /v1/accounts/{id}`. */
export const AccountUpdateParams = params(either)

/** Parameters of `POST /v1/account_links`. */
export const AccountLinkCreateParams = params({
  account: text(),
  collection_options: nested({
    fields: z.enum(['currently_due', 'eventually_due']).optional(),
    future_requirements: z.enum(['include', 'omit']).optional(),
  }).optional(),
  refresh_url: pageUrl.optional(),
  return_url: pageUrl.optional(),
  type: z.enum(['account_onboarding', 'account_update']),
})
