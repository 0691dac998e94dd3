import { ContractMissing } from '@gateway/chains/errors'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { ChainNode, Rail } from '@gateway/chains/rail'

/** Names of contracts by their addresses. */
export type RequiredContracts = Map<string, string>

/** The factories without which no money leaves the deposit contracts of a chain, and its escrow contracts where it serves escrows. */
export function requiredContracts(rail: Rail, { servesEscrows }: { servesEscrows: boolean }): RequiredContracts {
  if (!isEvmRail(rail)) return new Map()
  const { factory, escrows } = rail
  return new Map([[factory, 'deposit factory'], ...(servesEscrows ? ([[escrows.factory, 'escrow factory']] as const) : [])])
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
