import { ContractMissing } from '@gateway/chains/errors'
import type { Rail } from '@gateway/chains/rail'
import type { ChainNode } from '@gateway/chains/rail/chain-node'

/** Names of contracts by their addresses. */
export type RequiredContracts = Map<string, string>

/** The factories without which no money leaves the deposit contracts of a chain, and its escrow contracts where it serves escrows. */
export function requiredContracts({ factory, escrows }: Rail, { servesEscrows }: { servesEscrows: boolean }): RequiredContracts {
  const contracts: RequiredContracts = new Map()
  if (factory !== undefined) contracts.set(factory, 'deposit factory')
  if (escrows && servesEscrows) contracts.set(escrows.factory, 'escrow factory')
  return contracts
}

/**
 * Checks that a chain holds the contracts that are still looked for. One that is found is looked for no more: a factory cannot be destroyed.
 *
 * @throws {ContractMissing} for the first that is not deployed. {ChainUnavailable} when the node does not say.
 */
export async function requireContracts(
  node: Pick<ChainNode, 'rail' | 'holdsCode'>,
  contracts: RequiredContracts = new Map(),
): Promise<void> {
  for (const [address, name] of contracts) {
    if (!(await node.holdsCode?.(address))) throw new ContractMissing(node.rail.chain, name, address)
    contracts.delete(address)
  }
}
