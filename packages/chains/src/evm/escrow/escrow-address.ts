import { type Address, concatHex, encodeAbiParameters, getAbiItem, getContractAddress, type Hex, keccak256, slice } from 'viem'
import { escrowFactoryAbi, escrowInitCode } from '../generated/escrow-contracts.ts'
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
export const escrowInitHash = (terms: EscrowTerms): Hex => keccak256(encodeEscrowInit(terms))

/** The init code of an escrow with these terms: its code, and the ten words after the id as the factory appends them. */
export function encodeEscrowInit(terms: EscrowTerms): Hex {
  return concatHex([escrowInitCode, slice(encodeAbiParameters(termsInputs, [toEscrowTuple(terms)]), ID_BYTES)])
}

const termsInputs = getAbiItem({ abi: escrowFactoryAbi, name: 'addressOf' }).inputs
const ID_BYTES = 32
