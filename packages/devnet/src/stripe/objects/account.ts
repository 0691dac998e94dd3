import type { Metadata } from './metadata.ts'

/** Why an account may not do everything. */
type DisabledReason =
  | 'listed'
  | 'other'
  | 'rejected.fraud'
  | 'rejected.other'
  | 'requirements.past_due'
  | 'requirements.pending_verification'
  | 'under_review'

/** What an account must still tell before it may charge or be paid. */
export interface Requirements {
  readonly alternatives: readonly never[]
  readonly current_deadline: number | null
  readonly currently_due: readonly string[]
  readonly disabled_reason: DisabledReason | null
  readonly errors: readonly {
    readonly code: 'verification_document_expired' | 'verification_failed_other'
    readonly reason: string
    readonly requirement: string
  }[]
  readonly eventually_due: readonly string[]
  readonly past_due: readonly string[]
  readonly pending_verification: readonly string[]
}

/** Whether a feature is usable. */
export type CapabilityStatus = 'active' | 'inactive' | 'pending'

/** Who pays fees, bears losses and collects requirements. */
export interface AccountController {
  readonly type: 'application' | 'account'
  readonly is_controller: boolean
  readonly fees: { readonly payer: string }
  readonly losses: { readonly payments: string }
  readonly requirement_collection: string
  readonly stripe_dashboard: { readonly type: string }
}

/** A connected account, or the platform's own. */
export interface Account {
  readonly id: string
  readonly object: 'account'
  readonly business_profile: Readonly<Record<string, unknown>>
  readonly business_type: string | null
  readonly capabilities: Readonly<Record<string, CapabilityStatus>>
  readonly charges_enabled: boolean
  readonly controller: AccountController
  readonly country: string
  readonly created: number
  readonly default_currency: string
  readonly details_submitted: boolean
  readonly email: string | null
  readonly external_accounts: {
    readonly object: 'list'
    readonly data: readonly never[]
    readonly has_more: false
    readonly total_count: 0
    readonly url: string
  }
  readonly future_requirements: Requirements
  readonly metadata: Metadata
  readonly payouts_enabled: boolean
  readonly requirements: Requirements
  readonly settings: Readonly<Record<string, unknown>>
  readonly tos_acceptance: { readonly date: number | null; readonly ip: string | null; readonly user_agent: string | null }
  readonly type: 'express' | 'standard' | 'custom' | 'none'
}
