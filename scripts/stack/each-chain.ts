import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'

/** Something of every chain of the devnet. */
export const eachChain = <One>(one: (chain: DevnetChain) => One): Record<DevnetChain, One> =>
  Object.fromEntries(devnetChains.map((chain) => [chain, one(chain)])) as Record<DevnetChain, One> // fromEntries forgets that all are there.

/** An address on every chain of the devnet. */
export async function addressesOf(address: (chain: DevnetChain) => Promise<string>): Promise<Record<DevnetChain, string>> {
  const addresses = await Promise.all(devnetChains.map(async (chain) => [chain, await address(chain)]))
  return Object.fromEntries(addresses) as Record<DevnetChain, string> // As above.
}
