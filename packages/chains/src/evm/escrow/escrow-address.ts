import { type Address, concatHex, encodeAbiParameters, getContractAddress, type Hex, keccak256 } from 'viem'
import { escrowInitCode } from '../generated/escrow-contracts.ts'
import { type EscrowTerms, findTermsProblem, toEscrowTuple } from './escrow-terms.ts'

/**
 * The escrow address of these terms (EIP-1014). It needs no key and no deployment, and is the same on every chain with this factory.
 * @throws {RangeError} when no release could ever happen there, as the factory's `addressOf` does.
 */
export function escrowAddress(factory: Address, terms: EscrowTerms): Address {
  const problem = findTermsProblem(terms)
  if (problem !== undefined) throw new RangeError(`No escrow address: ${problem}.`)
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt: terms.id, bytecodeHash: escrowInitHash(terms) })
}

/** Hash of the init code of an escrow with these terms (EIP-1014); it does not depend on the id. */
export function escrowInitHash(terms: EscrowTerms): Hex {
  const { depositor, beneficiary, token, amount, feeReceiver, feeBps, ...evidence } = toEscrowTuple(terms)
  const { decider, releaseHash, deadline, chainId } = evidence
  const appended = [depositor, beneficiary, token, amount, feeReceiver, feeBps, decider, releaseHash, deadline, chainId] as const
  return keccak256(concatHex([escrowInitCode, encodeAbiParameters(appendedTypes, appended)]))
}

/** The terms after the id, word for word as the factory appends them. */
const appendedTypes = [
  { type: 'address' },
  { type: 'address' },
  { type: 'address' },
  { type: 'uint256' },
  { type: 'address' },
  { type: 'uint256' },
  { type: 'address' },
  { type: 'bytes32' },
  { type: 'uint256' },
  { type: 'uint256' },
] as const
