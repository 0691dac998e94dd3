import { type DevnetChain, driverOf } from '@gateway/devnet/chains'
import type { PayingNodes } from '../pay/rails.ts'
import { onEachChain } from '../stack/each-chain.ts'

/** Addresses without any transaction, one of each chain. The key of the Bitcoin one is in the faucet's wallet; nobody holds a key of the others. */
export const freshWallets = (nodes: PayingNodes): Promise<Record<DevnetChain, string>> =>
  onEachChain((chain) => driverOf(chain).newAddress(nodes[chain]))
