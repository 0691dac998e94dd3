import type { Rails } from '@gateway/chains/registry'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { BadSettings } from '@gateway/operations/settings'

type Addresses = SignerContext['platformAddresses']

/** The platform's addresses in their canonical spelling. @throws {BadSettings} when a chain has none, or one is none of its network. */
export function platformAddressesOf(rails: Rails, given: Addresses): Addresses {
  const problems: string[] = []
  const parsed = [...rails].map(([chain, rail]) => {
    const texts = given[chain] ?? []
    if (texts.length === 0) problems.push(`PLATFORM_ADDRESSES: ${chain} has no address`)
    const addresses = texts.flatMap((text) => {
      const result = rail.parseAddress(text)
      if ('address' in result) return [result.address]
      problems.push(`PLATFORM_ADDRESSES: ${chain} ${result.problem}`)
      return []
    })
    return [chain, addresses] as const
  })
  if (problems.length > 0) throw new BadSettings(problems)
  return Object.fromEntries(parsed)
}
