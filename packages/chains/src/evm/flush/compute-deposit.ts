import type { Address, Hex } from 'viem'
import type { ComputedDeposit, DepositTerms } from '../../rail/computed-deposit.ts'
import { parseEvmAddress } from '../address.ts'
import { type DepositTerms as ContractTerms, depositAddress, depositInitHash } from './deposit-factory.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NOTHING_RESERVED = new Map<string, string>()

/**
 * The deposit address of some terms, with the parts of a CREATE2 address: factory, salt and hash of the init code (EIP-1014).
 * It is a function of public values, so the scanner and the signer can prove first that an address pays the right recipients.
 * @throws {RangeError} when the id is no UUID, a recipient is no address, or the fee is not allowed.
 */
export function computeDeposit(factory: Address, terms: DepositTerms): ComputedDeposit {
  const contractTerms = toContractTerms(terms)
  return { address: depositAddress(factory, contractTerms), factory, initHash: depositInitHash(contractTerms), salt: contractTerms.id }
}

/**
 * The terms as the contract takes them; what `signFlush` flushes.
 * @throws {RangeError} when the id is no UUID, or a recipient is no address.
 */
export function toContractTerms({ id, merchant, platform, feeBps }: DepositTerms): ContractTerms {
  return { id: saltOf(id), merchant: recipient(merchant), feeReceiver: recipient(platform), feeBps }
}

/** The CREATE2 salt of an object. @throws {RangeError} when the id is no UUID. */
export function saltOf(id: string): Hex {
  if (!UUID.test(id)) throw new RangeError(`A deposit's id is a UUID, not ${id}`)
  return `0x${id.replaceAll('-', '').toLowerCase().padStart(64, '0')}`
}

function recipient(text: string): Address {
  const parsed = parseEvmAddress(text, NOTHING_RESERVED)
  if ('problem' in parsed) throw new RangeError(`A recipient of a deposit ${parsed.problem}: ${text}`)
  return parsed.address
}
