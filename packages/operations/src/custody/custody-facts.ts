import type { Rails } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { CustodyFacts } from '../kernel/context.ts'
import { BadSettings } from '../kernel/settings.ts'
import type { CustodyFactsEnv } from './env.ts'

/** The public facts about custody that settings give, with addresses as their chains spell them. @throws {BadSettings} for a served chain without a platform address, and for an address that its chain does not have. */
export function custodyFactsOf(settings: CustodyFactsEnv, rails: Rails): CustodyFacts {
  const platform = canonicalAddresses('PLATFORM_ADDRESSES', rails, (chain) => settings.PLATFORM_ADDRESSES[chain] ?? [''])
  const deciders = canonicalAddresses('DECIDER_ADDRESSES', rails, (chain) => [settings.DECIDER_ADDRESSES[chain] ?? []].flat())
  return {
    deploymentId: settings.DEPLOYMENT_ID,
    poolPublicKey: settings.POOL_PUBLIC_KEY,
    platformAddresses: Object.fromEntries(platform),
    deciderAddresses: Object.fromEntries(deciders.flatMap(([chain, [address]]) => (address === undefined ? [] : [[chain, address]]))),
  }
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
