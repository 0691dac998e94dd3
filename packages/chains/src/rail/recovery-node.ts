import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainNode } from './chain-node.ts'
import type { Transfer } from './transfer.ts'

/** A transaction as stored by its node, verified by its id. */
export interface StoredTransaction {
  readonly txId: string
  readonly raw: Uint8Array
  readonly inputs: readonly TransactionInput[]
  /** Its outputs; empty where money moves by calls. */
  readonly transfers: readonly Transfer[]
  /** The contract it calls, as a watch key; null where there are no calls. */
  readonly calls: string | null
}

/** Location of a transaction: nodes without a transaction index need the block. */
export interface TransactionPlace {
  readonly txId: string
  /** Null while it is unmined. */
  readonly blockHash: string | null
}

/** Further queries after a database restore: transactions sent in the lost period. */
export interface RecoveryNode extends ChainNode {
  /** @throws {ChainUnavailable} when the bytes do not have the id. */
  findTransaction(place: TransactionPlace): Promise<StoredTransaction | undefined>
  /** An account's number of mined transactions, and of all the node knows; only where senders have nonces. */
  countSent?(address: string): Promise<{ readonly mined: bigint; readonly known: bigint }>
}
