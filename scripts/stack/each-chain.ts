import { eachChain as eachOf } from '@gateway/chains/settings'
import { chainDrivers, type DevnetChain, devnetChains } from '@gateway/devnet/chains'

/** Something of every chain of the devnet. */
export const eachChain = <One>(one: (chain: DevnetChain) => One): Readonly<Record<DevnetChain, One>> => eachOf(chainDrivers, one)

/** Something of every chain of the devnet, made concurrently. */
export async function onEachChain<One>(one: (chain: DevnetChain) => Promise<One>): Promise<Record<DevnetChain, One>> {
  const made = await Promise.all(devnetChains.map(async (chain) => [chain, await one(chain)] as const))
  return Object.fromEntries(made) as Record<DevnetChain, One> // fromEntries forgets that all are there.
}
