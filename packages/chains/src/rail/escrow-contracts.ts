import type { ContractTerms } from '@gateway/domain/escrows/contract'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { ComputedDeposit } from './computed-deposit.ts'

/** What the contract of a new escrow commits to. */
export interface NewEscrowContract {
  /** UUID of the escrow; its 16 bytes, left-padded, are the salt. */
  readonly id: string
  readonly asset: AssetCode
  readonly depositor: string
  readonly beneficiary: string
  readonly platform: string
  readonly feeBps: number
  readonly amountUnits: bigint
  readonly decider: string
  /** The depositor's token, of which only the hash enters the terms. */
  readonly releaseToken: string
  readonly expiresAt: Date
}

/** The escrow contracts of a chain. */
export interface EscrowContracts {
  readonly factory: string
  /** The terms that the chain and an asset decide. */
  placeOf(asset: AssetCode): Pick<ContractTerms, 'token' | 'chainId'>
  /** @throws {RangeError} for a token of another form. */
  draft(escrow: NewEscrowContract): ContractTerms
  /**
   * The address that these terms give.
   * @throws {RangeError} when no release could ever happen there.
   */
  compute(terms: ContractTerms): ComputedDeposit
}
