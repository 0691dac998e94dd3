import type { Rails } from '@gateway/chains/registry'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { BadSettings } from '@gateway/operations/kernel/settings'

type Addresses = SignerContext['platformAddresses']

/** Gas payer addresses, by chain. */
type GasPayers = Readonly<Record<string, string>>

/**
 * The platform's addresses in their canonical spelling.
 * @throws {BadSettings} when a chain has none, or one belongs to another network or is a gas payer: the ledger separates fees from gas
 * money by address.
 */
export function platformAddressesOf(rails: Rails, given: Addresses, gasPayers: GasPayers): Addresses {
  const problems: string[] = []
  const parsed = [...rails].map(([chain, rail]) => {
    const texts = given[chain] ?? []
    if (texts.length === 0) problems.push(`PLATFORM_ADDRESSES: ${chain} has no address`)
    const addresses = texts.flatMap((text) => {
      const result = rail.parseAddress(text)
      const problem = 'problem' in result ? result.problem : result.address === gasPayers[chain] && `${result.address} pays gas`
      if (problem !== false) problems.push(`PLATFORM_ADDRESSES: ${chain} ${problem}`)
      return 'address' in result ? [result.address] : []
    })
    return [chain, addresses] as const
  })
  if (problems.length > 0) throw new BadSettings(problems)
  return Object.fromEntries(parsed)
}
