import type { BitcoinNetwork } from '../../definitions/bitcoin.ts'
import type { Receipt } from '../../rail/chain-node.ts'
import type { FeeEstimate } from '../../rail/fee-estimate.ts'
import type { TransactionPlace } from '../../rail/recovery-node.ts'
import type { FeeSettings } from '../fees.ts'
import type { IsAbsence } from '../rpc/ask.ts'
import type { BitcoinRpc, RpcRefusal } from '../rpc/rpc.ts'

/** What differs between the nodes of the family: where their answers mean something else, or the question is another. */
export interface NodeDialect {
  /** Refuses a program that follows another chain. @throws {LeftBitcoin} */
  readonly checkSoftware: (rpc: BitcoinRpc, network: BitcoinNetwork) => Promise<void>
  /** Whether the node means that a height is above its best chain. */
  readonly isAboveChain: IsAbsence
  /** Whether the node means that a block has left its best chain, or was never there. */
  readonly isBlockGone: IsAbsence
  /** Parameters of `getrawtransaction` for the bytes of a transaction. */
  readonly rawParams: (place: TransactionPlace) => readonly unknown[]
  /** Whether a rejection means that the node has the transaction already. */
  readonly isKnown: (refusal: RpcRefusal) => boolean
  /** Whether a rejection may be cured by a higher fee, or by waiting. */
  readonly isAboutPrice: (refusal: RpcRefusal) => boolean
  /** Current fee rate. */
  readonly estimateFees: (rpc: BitcoinRpc, settings: FeeSettings) => Promise<FeeEstimate>
  /** Receipts of mined transactions. */
  readonly readReceipts: (rpc: BitcoinRpc, txIds: readonly string[]) => Promise<readonly Receipt[]>
  /** The confirmed, unspent outputs of addresses. Slow on a large chain. @throws {ChainUnavailable} when the node cannot look for them. */
  readonly findUnspent: (rpc: BitcoinRpc, addresses: readonly string[]) => Promise<UnspentSet>
}

/** Unspent outputs at a height of the chain. */
export interface UnspentSet {
  readonly height: number
  readonly outputs: readonly FoundOutput[]
}

/** An unspent output of an address. */
export interface FoundOutput {
  readonly txId: string
  readonly vout: number
  readonly address: string
  readonly units: bigint
  /** The height of its block. */
  readonly height: number
  readonly isReward: boolean
}
