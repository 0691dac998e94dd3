import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'

/** How an address of ours comes to be: taken from the pool the signer filled, or computed from public terms (CREATE2). */
export type Addressing = 'pool' | 'create2'

/** An address in its canonical spelling, or the reason why the text is none of this network. */
export type ParsedAddress = { readonly address: string } | { readonly problem: string }

/** What a customer is asked to send. */
export interface PaymentRequest {
  readonly asset: AssetCode
  readonly address: string
  readonly units: bigint
}

/**
 * Current price of block space, as the chain role last saw it. Milli-satoshis per virtual byte, or wei per gas.
 *
 * `relayIncrement` is what nodes ask of a replacement for its own relaying, on top of everything it replaces (BIP-125 rule 4).
 */
export type FeeEstimate =
  | { readonly family: 'utxo'; readonly milliSatsPerVbyte: bigint; readonly relayIncrement?: bigint }
  | { readonly family: 'account'; readonly baseFeeWei: bigint; readonly priorityFeeWei: bigint }

/** What forwarding one payment costs and who bears it. */
export interface ForwardCost {
  /** Base units of the chain's native coin. */
  readonly units: bigint
  /** True when the sending transaction takes it out of the deposit; false when the platform pays gas. */
  readonly fromDeposit: boolean
  /** The smallest amount that nodes let a transaction pay to somebody; 0 where there is no such limit. */
  readonly leastUnits: bigint
}

/**
 * Everything about a chain that needs no node: addresses, wallet URIs, costs. The api, the signer and the chain role share it.
 *
 * Two families shaped it: an account chain whose deposits are keyless contracts, and a UTXO chain whose deposits are pool keys.
 */
export interface Rail {
  readonly chain: ChainCode
  readonly family: FeeEstimate['family']
  readonly addressing: Addressing
  /** The network this deployment serves, such as `regtest` or `31337`; part of every signed statement about addresses. */
  readonly network: string
  readonly assets: readonly AssetCode[]
  /** Depth at which our own payouts count as final; undefined where the chain has a `finalized` tag. */
  readonly finalDepth: number | undefined
  /** How many block hashes the cursor keeps; a deeper reorganisation stops the chain. */
  readonly ringSize: number
  /** Web page of a transaction, ready to take its id at the end; undefined where nobody runs one. */
  readonly explorerTx: string | undefined
  parseAddress(text: string): ParsedAddress
  /** The spelling in which `Transfer.to`, `FlushLog.emitter` and `FlushLog.deposit` name a canonical address (EVM: lower case), so that rows match without conversion. */
  watchKey(address: string): string
  /** Wallet URI with address and exact amount (BIP-21, EIP-681). */
  paymentUri(request: PaymentRequest): string
  /** What the QR image encodes: the URI, or the plain address where wallets misread token URIs. */
  qrText(request: PaymentRequest): string
  /** The keyless address of some terms; only where `addressing` is `create2`. */
  computeDeposit?(terms: DepositTerms): ComputedDeposit
  /** Cost of forwarding an asset from `deposits` deposits in one transaction. */
  forwardCost(fees: FeeEstimate, request: { asset: AssetCode; deposits: number }): ForwardCost
  /** What one payout can take; only where it chooses among the deposits of an address, and does not empty it. */
  spendBounds?(fees: FeeEstimate | undefined): SpendBounds
}

/** Which deposits one payout can take. */
export interface SpendBounds {
  /** How many at most. */
  readonly most: number
  /** What spending one of them costs, in base units; 0 while nobody knows the price of block space. */
  readonly costUnits: bigint
}

/** Whom a computed deposit address pays, for ever. */
export interface DepositTerms {
  /** UUID of the object the address belongs to; its 16 bytes, left-padded, are the salt. */
  readonly id: string
  readonly merchant: string
  readonly platform: string
  readonly feeBps: number
}

/** A deposit address that follows from its terms, and what it was computed from. */
export interface ComputedDeposit {
  readonly address: string
  readonly factory: string
  readonly initHash: string
  readonly salt: string
}

/** Latest block of a node, and the newest block it calls final (undefined where the chain has no such tag). */
export interface Head {
  readonly height: number
  readonly hash: string
  readonly finalizedHeight: number | undefined
}

/** Money arriving at an address in one transaction output, native transfer or token log. */
export interface Transfer {
  /** Unique on the chain, and the same in whichever block its transaction is mined: `txid:vout`, `txHash:native` or `txHash:token:to:number`. */
  readonly ref: string
  readonly txId: string
  readonly to: string
  /** Null when the token is none the product serves; then `token` says which contract it was. */
  readonly asset: AssetCode | null
  readonly token: string | null
  readonly units: bigint
  /** Which log of its block it is, where it is one; in another block it is another. */
  readonly logIndex?: number
  /** Confirmations that the chain asks for before these coins can be spent at all; absent where it asks for none. */
  readonly leastConfirmations?: number
}

/** A resource that exactly one transaction can consume: an outpoint `txid:vout`, or `sender:nonce`. */
export interface Bind {
  readonly bind: string
  readonly txId: string
}

/** What a deposit contract reported when it was flushed, by us or by a stranger. */
export type FlushLog =
  | {
      readonly kind: 'flushed'
      readonly ref: string
      readonly txId: string
      /** The contract that wrote the log; only the deposit address itself can speak for its money. */
      readonly emitter: string
      readonly asset: AssetCode | null
      readonly token: string | null
      readonly merchantUnits: bigint
      readonly feeUnits: bigint
    }
  | {
      readonly kind: 'flush_failed'
      readonly ref: string
      readonly txId: string
      readonly emitter: string
      readonly deposit: string
      readonly asset: AssetCode | null
      readonly token: string | null
    }

/** One block, read whole: its cost does not depend on how many payments are open. */
export interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: Date
  readonly txIds: readonly string[]
  readonly transfers: readonly Transfer[]
  readonly binds: readonly Bind[]
  readonly flushes: readonly FlushLog[]
}

/** Unconfirmed transactions: every id in the mempool, and the contents of those not seen before. */
export interface MempoolView {
  readonly txIds: ReadonlySet<string>
  readonly transfers: readonly Transfer[]
  readonly binds: readonly Bind[]
}

/** How a mined transaction ended. `feeUnits` is what its sender paid in the native coin. */
export interface Receipt {
  readonly txId: string
  readonly succeeded: boolean
  readonly feeUnits: bigint
  /** The block that this outcome belongs to, where the node names it: a transaction can end otherwise in another block. */
  readonly blockHash?: string
}

/**
 * What keeps a node from taking bytes in, where it says so and a higher fee would not help: too few coins at the account that pays the gas, or something
 * else, as a missing input, a used nonce or a limit of the node's own.
 */
export type Obstacle = 'gas_money' | 'not_the_fee'

/** What a node said about raw bytes. `unknown` (time-out, lost connection, odd answer) frees nothing: the same bytes are sent again. */
export type BroadcastOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string; readonly obstacle?: Obstacle }

/**
 * A chain's node as the chain role sees it. Nodes may lie, stall and forget: every method throws `ChainUnavailable` when an answer does not
 * have the expected shape, and nothing is credited from such an answer.
 */
export interface ChainNode {
  readonly rail: Rail
  /** False on chains whose mempool is not watched; there a deposit first exists in a block. */
  readonly watchesMempool: boolean
  /** @throws WrongNetwork when the node serves another network than the rail. */
  checkNetwork(): Promise<void>
  readHead(): Promise<Head>
  /** Undefined when the node has no block at that height on its best chain. */
  readBlock(height: number): Promise<Block | undefined>
  /** `seen` holds the ids whose contents were returned before. Empty on chains without a watched mempool. */
  readMempool(seen: ReadonlySet<string>): Promise<MempoolView>
  /** Receipts of mined transactions, one per id that the node knows. */
  readReceipts(txIds: readonly string[]): Promise<readonly Receipt[]>
  estimateFees(): Promise<FeeEstimate>
  /** Spendable native coin of an address at the head, in base units. */
  readBalance(address: string): Promise<bigint>
  /** The same of many addresses at one block, in their order and in one call; only where coins can arrive without a trace in the blocks. */
  readBalances?(asked: { addresses: readonly string[]; blockHash: string }): Promise<readonly bigint[]>
  /** Whether code lies at an address at the head; only where code can refuse what is sent there. */
  holdsCode?(address: string): Promise<boolean>
  broadcast(raw: Uint8Array): Promise<BroadcastOutcome>
}

/** A transaction as its node keeps it, proved by its id. */
export interface StoredTransaction {
  readonly txId: string
  readonly raw: Uint8Array
  /** What it consumes, in the spelling of `Block.binds`. */
  readonly binds: readonly string[]
  /** Its outputs; empty where money moves by calls. */
  readonly transfers: readonly Transfer[]
  /** The contract it calls, as a watch key; null where there are no calls. */
  readonly calls: string | null
}

/** Where a transaction is looked for: nodes without an index of transactions need the block. */
export interface TransactionPlace {
  readonly txId: string
  /** Null while no block holds it. */
  readonly blockHash: string | null
}

/** What a node is asked besides after a database was put back: what was sent in the time that is lost. */
export interface RecoveryNode extends ChainNode {
  /** @throws {ChainUnavailable} when the bytes do not have the id. */
  findTransaction(place: TransactionPlace): Promise<StoredTransaction | undefined>
  /** How many transactions of an account blocks hold, and how many the node knows of; only where senders number their transactions. */
  countSent?(address: string): Promise<{ readonly mined: bigint; readonly known: bigint }>
}
