import { RailsEnv } from '@gateway/chains/env'
import type { Rails } from '@gateway/chains/registry'
import type { ByChain } from '@gateway/chains/settings'
import { DatabaseEnv } from '@gateway/db/env'
import { EmailLimitsEnv, ThrottlesEnv, TokenKeyEnv } from '@gateway/operations/accounts/env'
import { BusinessesEnv, PlansEnv } from '@gateway/operations/businesses/env'
import { custodyFactsOf } from '@gateway/operations/custody/custody-facts'
import { CustodyFactsEnv, PartyTokenEnv, RefundHoldEnv, WalletDelayEnv } from '@gateway/operations/custody/env'
import type { CustodyFacts } from '@gateway/operations/kernel/context'
import { EgressEnv, MetricsEnv, PublicUrlEnv, SealingEnv, TemporalEnv } from '@gateway/operations/kernel/env'
import { LightningCapEnv } from '@gateway/operations/lightning/env'
import { ForwardingEnv, PaymentRulesEnv, RefundLinkEnv, RefundOfferEnv, TemporalUiEnv } from '@gateway/operations/payments/env'
import { BadSettings, type Environment, readChainSettings, readRails } from '@gateway/operations/kernel/settings'
import { StripeEventsEnv } from '@gateway/providers/stripe/settings'
import { RatesEnv } from '@gateway/providers/rates/env'
import { z } from 'zod'
import { ApiEnv } from './env.ts'

const Env = z.object({
  ...DatabaseEnv.shape,
  ...RailsEnv.shape,
  ...RatesEnv.shape,
  ...TemporalEnv.shape,
  ...EgressEnv.shape,
  ...MetricsEnv.shape,
  ...PublicUrlEnv.shape,
  ...WalletDelayEnv.shape,
  ...RefundHoldEnv.shape,
  ...CustodyFactsEnv.shape,
  ...PartyTokenEnv.shape,
  ...RefundLinkEnv.shape,
  ...RefundOfferEnv.shape,
  ...TemporalUiEnv.shape,
  ...PlansEnv.shape,
  ...BusinessesEnv.shape,
  ...PaymentRulesEnv.shape,
  ...ForwardingEnv.shape,
  ...PublicUrlEnv.shape,
  ...SealingEnv.shape,
  ...TokenKeyEnv.shape,
  ...ThrottlesEnv.shape,
  ...EmailLimitsEnv.shape,
  ...StripeEventsEnv.shape,
  ...LightningCapEnv.shape,
  ...ApiEnv.shape,
})

/** Every validated setting of the API, with its rails and the facts about custody. */
export type Config = ByChain<z.output<typeof Env>> & { readonly rails: Rails; readonly custody: CustodyFacts }

/**
 * Reads the settings from an environment; empty values count as absent.
 * @throws {BadSettings} naming every missing or invalid variable, never its value. The process must not start then.
 */
export function readConfig(environment: Environment = process.env): Config {
  const settings = readChainSettings(Env, environment)
  refuseInProduction(settings)
  const rails = readRails(settings)
  return { ...settings, rails, custody: custodyFactsOf(settings, rails) }
}

function refuseInProduction(settings: Pick<z.output<typeof Env>, 'NODE_ENV' | 'EGRESS_ALLOW' | 'FAILPOINT' | 'START_PAGE_FOLDER'>): void {
  if (settings.NODE_ENV !== 'production') return
  const problems = [
    ...(settings.EGRESS_ALLOW.length > 0 ? ['EGRESS_ALLOW: is refused in production'] : []),
    ...(settings.FAILPOINT === undefined ? [] : ['FAILPOINT: is refused in production']),
    ...(settings.START_PAGE_FOLDER === undefined ? [] : ['START_PAGE_FOLDER: is refused in production']),
  ]
  if (problems.length > 0) throw new BadSettings(problems)
}
