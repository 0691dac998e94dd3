import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { PayoutOwnerSubject } from '@gateway/domain/custody/purposes'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { GasPrice } from '../evm/fees/cap-fees.ts'

/**
 * Current price of block space, as last read by the chain role. Milli-satoshis per virtual byte, wei per gas, or lamports per signature.
 * `relayIncrement` is the extra rate of a replacement on top of everything it replaces (BIP-125 rule 4). `leastBalance` is what an account
 * must hold to exist at all, and `tokenAccountRent` what a token account must; a transaction that names `blockhash` is accepted up to the block height
 * `lastValidBlockHeight`, and `blockHeight` was the newest one when this was read.
 */
export type FeeEstimate =
  | { readonly family: 'utxo'; readonly milliSatsPerVbyte: bigint; readonly relayIncrement?: bigint }
  | { readonly family: 'account'; readonly baseFeeWei: bigint; readonly priorityFeeWei: bigint }
  | {
      readonly family: 'signature'
      readonly lamportsPerSignature: bigint
      readonly leastBalance: bigint
      readonly tokenAccountRent: bigint
      readonly blockhash: string
      readonly lastValidBlockHeight: number
      readonly blockHeight: number
    }

/** The cost of forwarding one payment and who bears it. */
export interface ForwardCost {
  /** Base units of the chain's native coin. */
  readonly units: bigint
  /** True when the sending transaction takes it from the deposit; false when the platform pays gas. */
  readonly fromDeposit: boolean
  /** The dust limit; 0 where there is none. */
  readonly leastUnits: bigint
}

/** What the cost of a payout depends on. */
export interface PayoutShape {
  readonly asset: AssetCode
  /** Whose address holds the money. */
  readonly owner: PayoutOwnerSubject
  /** How many payees its terms name. */
  readonly payees: number
  readonly deposits: number
  /** Accounts that it opens for payees at the platform's expense, and the coins that accounts of ours hold which it closes. */
  readonly accounts?: MovedAccounts
}

/** Accounts that a payout opens, and what it gets back from those it closes: an account gives back what it holds, whatever another costs by then. */
export interface MovedAccounts {
  readonly opened: number
  readonly returnedUnits: bigint
}

/** The operator's caps on the price of block space; each family has its own, and without it nothing is signed. */
export interface FeeLimits {
  readonly gasPrice: GasPrice | undefined
  readonly milliSatsPerVbyte: bigint | undefined
}

/** The price of block space against the operator's cap, and the reason for which a payout waits above it. */
export interface JudgedFee {
  readonly isAboveCap: boolean
  readonly reason: PlainHoldReason
}
