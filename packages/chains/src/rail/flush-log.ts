import type { EscrowExit, EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { AssetCode } from '@gateway/domain/money/asset'

/** The event of a flushed deposit contract, by the gas payer or a third party. */
export type FlushLog =
  | {
      readonly kind: 'flushed'
      readonly ref: string
      readonly txId: string
      readonly logIndex: number
      /** The contract that emitted the log; only the deposit address itself is authoritative for its money. */
      readonly emitter: string
      readonly asset: AssetCode | null
      readonly token: string | null
      readonly merchantUnits: bigint
      readonly feeUnits: bigint
      /** What an escrow contract did: paid its beneficiary, or its depositor alone; absent for a deposit contract. */
      readonly pays?: 'release' | 'return'
    }
  | {
      readonly kind: 'flush_failed'
      readonly ref: string
      readonly txId: string
      readonly logIndex: number
      readonly emitter: string
      readonly deposit: string
      readonly asset: AssetCode | null
      readonly token: string | null
    }

/** An outcome that the factory of escrows has recorded for good. */
export interface OutcomeLog {
  readonly txId: string
  readonly logIndex: number
  /** Watch key of the escrow's address. */
  readonly address: string
  readonly outcome: EscrowOutcome
  readonly exit: EscrowExit
}
