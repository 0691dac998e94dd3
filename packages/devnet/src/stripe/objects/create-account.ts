import { createId } from '../state/ids.ts'
import { APPLICATION, nowOf, PLATFORM, type World } from '../state/world.ts'
import type { Account, AccountController } from './account.ts'
import type { Metadata } from './metadata.ts'
import { firstRequirements, noRequirements } from './requirements.ts'

/** What an account is created from. */
export interface AccountTerms {
  readonly country: string
  readonly type: Account['type']
  readonly controller?: Partial<AccountController>
  readonly capabilities: readonly string[]
  readonly email: string | null
  readonly default_currency: string
  readonly business_type: string | null
  readonly business_profile: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
  readonly metadata: Metadata
}

/** A new connected account, which may do nothing before its onboarding. */
export function newAccount(world: World, { controller, capabilities, ...terms }: AccountTerms): Account {
  const id = createId('account')
  return {
    ...shared(id),
    ...terms,
    business_profile: {
      mcc: null,
      name: null,
      url: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      ...terms.business_profile,
    },
    capabilities: Object.fromEntries(capabilities.map((name) => [name, 'inactive'])),
    controller: { ...controllers[terms.type], ...controller },
    created: nowOf(world),
    requirements: {
      ...noRequirements,
      currently_due: firstRequirements,
      eventually_due: firstRequirements,
      past_due: firstRequirements,
      disabled_reason: 'requirements.past_due',
    },
  }
}

/** The platform's own account, which is ready. */
export const platformAccount = (world: World): Account => ({
  ...shared(PLATFORM),
  business_profile: { name: 'Payment gateway' },
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { ...controllers.standard, type: 'account', is_controller: false },
  country: 'US',
  created: nowOf(world),
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  metadata: {},
  payouts_enabled: true,
  requirements: noRequirements,
  settings: { payments: { statement_descriptor: 'GATEWAY' } },
  type: 'standard',
})

const shared = (id: string) =>
  ({
    id,
    object: 'account',
    charges_enabled: false,
    details_submitted: false,
    external_accounts: { object: 'list', data: [], has_more: false, total_count: 0, url: `/v1/accounts/${id}/external_accounts` },
    future_requirements: noRequirements,
    payouts_enabled: false,
    tos_acceptance: { date: null, ip: null, user_agent: null },
  }) as const

interface Responsibilities {
  readonly payer: string
  readonly losses: string
  readonly collection: string
  readonly dashboard: string
}

const controllerOf = ({ payer, losses, collection, dashboard }: Responsibilities): AccountController => ({
  type: 'application',
  is_controller: true,
  fees: { payer },
  losses: { payments: losses },
  requirement_collection: collection,
  stripe_dashboard: { type: dashboard },
})

/** What each type of account stands for. Source: docs.stripe.com/connect/migrate-to-controller-properties. */
const controllers: Readonly<Record<Account['type'], AccountController>> = {
  express: controllerOf({ payer: 'application_express', losses: 'application', collection: 'stripe', dashboard: 'express' }),
  standard: controllerOf({ payer: 'account', losses: 'stripe', collection: 'stripe', dashboard: 'full' }),
  custom: controllerOf({ payer: 'application_custom', losses: 'application', collection: 'application', dashboard: 'none' }),
  none: controllerOf({ payer: 'account', losses: 'stripe', collection: 'stripe', dashboard: 'full' }),
}

/** The application in objects of a connected account. */
export const applicationOf = (account: string): string | null => (account === PLATFORM ? null : APPLICATION)
