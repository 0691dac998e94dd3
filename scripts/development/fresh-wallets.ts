import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { driverOf } from '@gateway/devnet/chains'
import type { PayingNodes } from '../pay/rails.ts'
import { type OfSomeChains, onEachNode } from '../stack/each-chain.ts'

/** Addresses without any transaction, one of each served chain. The key of the Bitcoin one is in the faucet's wallet; nobody holds a key of the others. */
export const freshWallets = (nodes: PayingNodes): Promise<OfSomeChains<string>> =>
  onEachNode<DevnetNode, string>(nodes, (node, chain) => driverOf(chain).newAddress(node))
