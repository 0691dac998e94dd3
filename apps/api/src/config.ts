import { RailsEnv } from '@gateway/chains/env'
import type { Rails } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { ByChain } from '@gateway/chains/settings'
import { DatabaseEnv } from '@gateway/db/env'
import { EmailLimitsEnv, ThrottlesEnv, TokenKeyEnv } from '@gateway/operations/accounts/env'
import { BusinessesEnv } from '@gateway/operations/businesses/env'
import { PartyTokenEnv, RefundHoldEnv, WalletDelayEnv } from '@gateway/operations/custody/env'
import { EgressEnv, MetricsEnv, PublicUrlEnv, SealingEnv, TemporalEnv } from '@gateway/operations/kernel/env'
import { ForwardingEnv, PaymentRulesEnv, RefundLinkEnv, TemporalUiEnv } from '@gateway/operations/payments/env'
import { BadSettings, type Environment, readChainSettings, readRails } from '@gateway/operations/kernel/settings'
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
  ...PartyTokenEnv.shape,
  ...RefundLinkEnv.shape,
  ...TemporalUiEnv.shape,
  ...BusinessesEnv.shape,
  ...PaymentRulesEnv.shape,
  ...ForwardingEnv.shape,
  ...PublicUrlEnv.shape,
  ...SealingEnv.shape,
  ...TokenKeyEnv.shape,
  ...ThrottlesEnv.shape,
  ...EmailLimitsEnv.shape,
  ...ApiEnv.shape,
})

/** Every validated setting of the API, with its rails. */
export type Config = ByChain<z.output<typeof Env>> & { readonly rails: Rails }

/**
 * Reads the settings from an environment; empty values count as absent.
 * @throws {BadSettings} naming every missing or invalid variable, never its value. The process must not start then.
 */
export function readConfig(environment: Environment = process.env): Config {
  const settings = readChainSettings(Env, environment)
  refuseInProduction(settings)
  const rails = readRails(settings)
  const platform = canonicalAddresses('PLATFORM_ADDRESSES', rails, (chain) => settings.PLATFORM_ADDRESSES[chain] ?? [''])
  const deciders = canonicalAddresses('DECIDER_ADDRESSES', rails, (chain) => [settings.DECIDER_ADDRESSES[chain] ?? []].flat())
  return {
    ...settings,
    rails,
    PLATFORM_ADDRESSES: Object.fromEntries(platform),
    DECIDER_ADDRESSES: Object.fromEntries(deciders.flatMap(([chain, [address]]) => (address === undefined ? [] : [[chain, address]]))),
  }
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

/** The addresses of a setting as their chains spell them, for every chain that is served. @throws {BadSettings} for one that its chain does not have. */
function canonicalAddresses(name: string, rails: Rails, textsOf: (chain: ChainCode) => readonly string[]): [ChainCode, string[]][] {
  const parsed = [...rails].map(([chain, rail]) => [chain, textsOf(chain).map((text) => rail.parseAddress(text))] as const)
  const problems = parsed.flatMap(([chain, results]) =>
    results.flatMap((result) => ('problem' in result ? [`${name}: ${chain} ${result.problem}`] : [])),
  )
  if (problems.length > 0) throw new BadSettings(problems)
  return parsed.map(([chain, results]) => [chain, results.flatMap((result) => ('address' in result ? [result.address] : []))])
}
