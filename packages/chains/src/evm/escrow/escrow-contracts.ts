import { type ContractTerms, contractDeadline } from '@gateway/domain/escrows/contract'
import type { AssetCode } from '@gateway/domain/money/asset'
import { type Address, type Hex, isAddress, isHex, zeroAddress } from 'viem'
import type { EscrowContracts, NewEscrowContract } from '../../rail/escrow-contracts.ts'
import { saltOf } from '../flush/compute-deposit.ts'
import { escrowAddress, escrowInitHash } from './escrow-address.ts'
import { escrowFactoryAddress } from './escrow-factory.ts'
import type { EscrowTerms } from './escrow-terms.ts'
import { releaseHash } from './release-hash.ts'

/** What the contracts of a chain's escrows depend on. */
interface EscrowGround {
  readonly chainId: number
  readonly tokenOf: (asset: AssetCode) => Address | null
}

/** The escrow contracts of a chain, whose factory has the same address on every chain. */
export function createEscrowContracts({ chainId, tokenOf }: EscrowGround): EscrowContracts & { readonly factory: Address } {
  const factory = escrowFactoryAddress()
  const placeOf = (asset: AssetCode) => ({ token: tokenOf(asset) ?? zeroAddress, chainId })
  return {
    factory,
    placeOf,
    draft: (escrow) => ({ ...draftTerms(escrow), ...placeOf(escrow.asset) }),
    compute: (contract) => {
      const terms = toEscrowTerms(contract)
      return { address: escrowAddress(factory, terms), factory, initHash: escrowInitHash(terms), salt: terms.id }
    },
  }
}

function draftTerms(escrow: NewEscrowContract): Omit<ContractTerms, 'token' | 'chainId'> {
  const id = saltOf(escrow.id)
  return {
    id,
    depositor: escrow.depositor,
    beneficiary: escrow.beneficiary,
    amount: String(escrow.amountUnits),
    feeReceiver: escrow.platform,
    feeBps: escrow.feeBps,
    decider: escrow.decider,
    releaseHash: releaseHash(id, escrow.releaseToken),
    deadline: contractDeadline(escrow.expiresAt),
  }
}

/** Stored terms as the contract takes them. @throws {RangeError} for an address or a hash of another form. */
export const toEscrowTerms = (terms: ContractTerms): EscrowTerms => ({
  id: bytes32(terms.id),
  depositor: addressOf(terms.depositor),
  beneficiary: addressOf(terms.beneficiary),
  token: terms.token === zeroAddress ? null : addressOf(terms.token),
  amountUnits: BigInt(terms.amount),
  feeReceiver: addressOf(terms.feeReceiver),
  feeBps: terms.feeBps,
  decider: addressOf(terms.decider),
  releaseHash: bytes32(terms.releaseHash),
  deadlineSeconds: BigInt(terms.deadline),
  chainId: terms.chainId,
})

const WORD_CHARACTERS = 66

function addressOf(text: string): Address {
  if (!isAddress(text)) throw new RangeError('The terms of an escrow name something that is no address.')
  return text
}

function bytes32(text: string): Hex {
  if (!isHex(text) || text.length !== WORD_CHARACTERS) throw new RangeError('The terms of an escrow hold something that is no hash.')
  return text
}
