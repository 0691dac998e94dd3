import type { SignatureFee, SolanaRail } from '@gateway/chains/solana/rail'
import type { SignedTransaction } from '@gateway/chains/solana/forward/sign-instructions'
import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'

/** A waiting payout of this family that the policy allows. */
export interface SolanaSpend {
  readonly lead: Evaluated
  readonly rail: SolanaRail
  readonly fees: SignatureFee
}

/** What a signed transaction consumes: nothing but its time, up to the last block height that takes it. */
export const lifetimeOf = (payer: string, { lastValidBlockHeight }: SignedTransaction): readonly TransactionInput[] => [
  { resource: payer, sequence: lastValidBlockHeight },
]
