import { MAX_FEE_BPS } from '@gateway/domain/custody/rules'
import type { Bps } from '@gateway/domain/money/rounding'
import { type Address, type Hex, zeroAddress } from 'viem'

/** The immutable terms that an escrow address commits to. Without them the deposit is lost: the address alone is a hash. */
export interface EscrowTerms {
  /** CREATE2 salt, 32 bytes: the escrow the address belongs to. */
  readonly id: Hex
  readonly depositor: Address
  readonly beneficiary: Address
  /** Null for the native coin. */
  readonly token: Address | null
  /** Units that a release needs, without tolerance. */
  readonly amountUnits: bigint
  readonly feeReceiver: Address
  /** Share of the amount that a release pays to `feeReceiver`, at most `MAX_FEE_BPS`. */
  readonly feeBps: Bps
  /** The account that signs decisions. */
  readonly decider: Address
  /** See `releaseHash`. */
  readonly releaseHash: Hex
  /** Unix time in seconds; after it a refund needs no proof. */
  readonly deadlineSeconds: bigint
  /** The only chain on which a release exists. */
  readonly chainId: number
}

/** The terms as the contract's tuple, in its order and with its names. */
export const toEscrowTuple = (terms: EscrowTerms) => ({
  id: terms.id,
  depositor: terms.depositor,
  beneficiary: terms.beneficiary,
  token: terms.token ?? zeroAddress,
  amount: terms.amountUnits,
  feeReceiver: terms.feeReceiver,
  feeBps: BigInt(terms.feeBps),
  decider: terms.decider,
  releaseHash: terms.releaseHash,
  deadline: terms.deadlineSeconds,
  chainId: BigInt(terms.chainId),
})

/** The reason why an escrow with these terms cannot be released, by the rules of `addressOf`; undefined when it can. */
export function findTermsProblem({ depositor, beneficiary, amountUnits, feeReceiver, feeBps }: EscrowTerms): string | undefined {
  if (depositor === zeroAddress) return 'the depositor is the zero address'
  if (beneficiary === zeroAddress) return 'the beneficiary is the zero address'
  if (amountUnits <= 0n) return 'the amount is not positive'
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > MAX_FEE_BPS)
    return `the fee is no whole number of basis points from 0 to ${MAX_FEE_BPS}`
  if (feeBps > 0 && feeReceiver === zeroAddress) return 'the fee receiver is the zero address'
  return undefined
}
