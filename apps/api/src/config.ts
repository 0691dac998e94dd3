import { RailsEnv } from '@gateway/chains/env'
import type { Rails } from '@gateway/chains/registry'
import type { ByChain } from '@gateway/chains/settings'
import { DatabaseEnv } from '@gateway/db/env'
import { ThrottlesEnv, TokenKeyEnv } from '@gateway/operations/accounts/env'
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
  return {
    ...settings,
    rails,
    PLATFORM_ADDRESSES: canonicalAddresses(rails, settings.PLATFORM_ADDRESSES),
    DECIDER_ADDRESSES: canonicalDeciders(rails, settings.DECIDER_ADDRESSES),
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

/** @throws {BadSettings} for an address that its chain does not have. */
function canonicalDeciders(rails: Rails, deciders: Config['DECIDER_ADDRESSES']): Config['DECIDER_ADDRESSES'] {
  const named = [...rails].flatMap(([chain, rail]) => {
    const text = deciders[chain]
    return text === undefined ? [] : [[chain, rail.parseAddress(text)] as const]
  })
  const problems = named.flatMap(([chain, parsed]) => ('problem' in parsed ? [`DECIDER_ADDRESSES: ${chain} ${parsed.problem}`] : []))
  if (problems.length > 0) throw new BadSettings(problems)
  return Object.fromEntries(named.flatMap(([chain, parsed]) => ('address' in parsed ? [[chain, parsed.address]] : [])))
}

type Addresses = Config['PLATFORM_ADDRESSES']

function canonicalAddresses(rails: Rails, addresses: Addresses): Addresses {
  const parsed = [...rails].map(([chain, rail]) => [chain, (addresses[chain] ?? ['']).map((text) => rail.parseAddress(text))] as const)
  const problems = parsed.flatMap(([chain, results]) =>
    results.flatMap((result) => ('problem' in result ? [`PLATFORM_ADDRESSES: ${chain} ${result.problem}`] : [])),
  )
  if (problems.length > 0) throw new BadSettings(problems)
  return Object.fromEntries(
    parsed.map(([chain, results]) => [chain, results.flatMap((result) => ('address' in result ? [result.address] : []))]),
  )
}
