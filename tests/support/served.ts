import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'

/** Something of each chain that a story serves, made concurrently; using that of another chain fails with a sentence that names both. */
export async function onServed<One>(
  served: readonly DevnetChain[],
  make: (chain: DevnetChain) => Promise<One>,
): Promise<Record<DevnetChain, One>> {
  const made = await Promise.all(served.map(async (chain) => [chain, await make(chain)] as const))
  const others = devnetChains.filter((chain) => !served.includes(chain))
  // Copies omit them, so that a request for every chain names the served ones.
  const missing = others.map((chain) => [chain, { value: unserved(chain, served), enumerable: false }] as const)
  return Object.defineProperties(Object.fromEntries(made), Object.fromEntries(missing)) as Record<DevnetChain, One>
}

/** Stands where something of a chain would be, and fails whatever reads it. */
function unserved(chain: DevnetChain, served: readonly DevnetChain[]): object {
  const fail = (): never => {
    throw new Error(`this story serves ${served.join(' and ')}, not ${chain}: name ${chain} where the story is opened`)
  }
  return new Proxy({}, { get: fail })
}
