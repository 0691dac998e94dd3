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
 * The first of the contracts still looked for that a chain does not hold, as a sentence; undefined when it holds all. One that is found is looked for
 * no more: a factory cannot be destroyed.
 *
 * @throws {ChainUnavailable} when the node does not say.
 */
export async function findMissingContract(
  { rail, holdsCode }: Pick<ChainNode, 'rail' | 'holdsCode'>,
  contracts: RequiredContracts = new Map(),
): Promise<string | undefined> {
  for (const [address, name] of contracts) {
    if (!(await holdsCode?.(address))) return `The ${name} is not deployed on ${rail.chain}: there is no contract at ${address}`
    contracts.delete(address)
  }
  return undefined
}
