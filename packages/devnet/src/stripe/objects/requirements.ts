import type { Requirements } from './account.ts'

/** Nothing is due. */
export const noRequirements: Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

/** What a new account owes. */
export const firstRequirements = [
  'business_profile.mcc',
  'business_profile.url',
  'business_type',
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
  'tos_acceptance.ip',
] as const

/** What is left of an onboarding that was cut short: payouts wait for it. */
export const laterRequirements = ['individual.verification.document'] as const
