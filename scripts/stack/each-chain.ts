import { eachChain as eachOf } from '@gateway/chains/settings'
import { chainDrivers, type DevnetChain, devnetChains, type RunningNodes } from '@gateway/devnet/chains'

/** Something of some chains of the devnet. */
export type OfSomeChains<One> = Readonly<Partial<Record<DevnetChain, One>>>

/** The nodes of the chains that a stack serves. */
export type ServedNodes = Partial<RunningNodes>

/** Something of every chain of the devnet. */
export const eachChain = <One>(one: (chain: DevnetChain) => One): Readonly<Record<DevnetChain, One>> => eachOf(chainDrivers, one)

/** The chains that have something, in the order of the devnet. */
export const chainsOf = (some: OfSomeChains<unknown>): DevnetChain[] => devnetChains.filter((chain) => some[chain] !== undefined)

/** Something of every node. */
export const eachNode = <Node, One>(nodes: OfSomeChains<Node>, one: (node: Node, chain: DevnetChain) => One): OfSomeChains<One> =>
  Object.fromEntries(
    devnetChains.flatMap((chain) => {
      const node = nodes[chain]
      return node === undefined ? [] : [[chain, one(node, chain)]]
    }),
  )

/** Something of every node, made concurrently. */
export async function onEachNode<Node, One>(
  nodes: OfSomeChains<Node>,
  one: (node: Node, chain: DevnetChain) => Promise<One>,
): Promise<OfSomeChains<One>> {
  const made = eachNode(nodes, one)
  const all = await Promise.all(chainsOf(made).map(async (chain) => [chain, await made[chain]] as const))
  return Object.fromEntries(all)
}
