import type { SpentInput, TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainFacts } from '@gateway/domain/money/chain-facts'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { ContractTerms } from '@gateway/domain/escrows/contract'
import type { EscrowExit, EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { GasPrice } from './evm/fees/cap-fees.ts'

/** The origin of a deposit address: taken from the pool the signer filled, or computed from public terms (CREATE2). */
export type Addressing = 'pool' | 'create2'

/** An address in its canonical spelling, or why the text is no address of this network; `isForeign` when it is one of another network. */
export type ParsedAddress = { readonly address: string } | { readonly problem: string; readonly isForeign?: true }

/** The amount and address a payer is asked to pay. */
export interface PaymentRequest {
  readonly asset: AssetCode
  readonly address: string
  readonly units: bigint
}

/**
 * Current price of block space, as last read by the chain role. Milli-satoshis per virtual byte, wei per gas, or lamports per signature.
 * `relayIncrement` is the extra rate of a replacement on top of everything it replaces (BIP-125 rule 4). `leastBalance` is what an account
 * must hold to exist at all; a transaction that names `blockhash` is accepted up to the block height `lastValidBlockHeight`.
 */
export type FeeEstimate =
  | { readonly family: 'utxo'; readonly milliSatsPerVbyte: bigint; readonly relayIncrement?: bigint }
  | { readonly family: 'account'; readonly baseFeeWei: bigint; readonly priorityFeeWei: bigint }
  | {
      readonly family: 'signature'
      readonly lamportsPerSignature: bigint
      readonly leastBalance: bigint
      readonly blockhash: string
      readonly lastValidBlockHeight: number
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

/**
 * Everything about a chain that needs no node: its facts, addresses, wallet URIs, costs. Shared by the API, the signer and the chain role.
 * It covers two families: an account chain whose deposits are keyless contracts, and a UTXO chain whose deposits use pool keys.
 */
export interface Rail extends ChainFacts {
  readonly chain: ChainCode
  readonly addressing: Addressing
  /** Chains of one scope compute the same deposit address from the same terms; undefined where no other chain has the address. */
  readonly addressScope?: string
  /** The network of this deployment, such as `regtest` or `31337`; part of every signed statement about addresses. */
  readonly network: string
  readonly assets: readonly AssetCode[]
  /** Depth at which the gateway's payouts count as final; undefined where the chain has a `finalized` tag. */
  readonly finalDepth: number | undefined
  /** Number of block hashes the cursor keeps; a deeper reorg stops the chain. */
  readonly ringSize: number
  /** Default polling interval of its node, in milliseconds. */
  readonly pollMs: number
  /** Explorer URL to which a transaction id is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
  parseAddress(text: string): ParsedAddress
  /**
   * The spelling of a canonical address in `Transfer.to`, `FlushLog.emitter` and `FlushLog.deposit` (EVM: lower case), so that rows match
   * without conversion.
   */
  watchKey(address: string): string
  /** Wallet URI with address and exact amount (BIP-21, EIP-681). */
  paymentUri(request: PaymentRequest): string
  /** The text of the QR image: the URI, or the plain address where wallets misread token URIs. */
  qrText(request: PaymentRequest): string
  /** The contracts that hold the money of escrows; only where `addressing` is `create2`. */
  readonly escrows?: EscrowContracts
  /** The keyless address of some terms; only where `addressing` is `create2`. */
  computeDeposit?(terms: DepositTerms): ComputedDeposit
  /** Cost of forwarding an asset from `deposits` deposits in one transaction. */
  forwardCost(fees: FeeEstimate, request: { asset: AssetCode; deposits: number }): ForwardCost
  /**
   * Judges the price of block space.
   * @throws {Error} when the estimate is of another family.
   */
  judgeFee(fees: FeeEstimate, limits: FeeLimits): JudgedFee
  /** Limits of one payout; only where it selects among the deposits of an address instead of emptying it. */
  spendBounds?(fees: FeeEstimate | undefined): SpendBounds
  /** The most that a signed transaction costs the platform, in base units of the coin; only where the platform has a gas payer. */
  maxGas?(raw: Uint8Array): bigint
}

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

/** Limits on the deposits of one payout. */
export interface SpendBounds {
  /** Maximum number of deposits. */
  readonly most: number
  /** Cost of spending one of them, in base units; 0 while the price of block space is unknown. */
  readonly costUnits: bigint
}

/** The permanent recipients of a computed deposit address. */
export interface DepositTerms {
  /** UUID of the object the address belongs to; its 16 bytes, left-padded, are the salt. */
  readonly id: string
  readonly merchant: string
  readonly platform: string
  readonly feeBps: number
}

/** A computed deposit address with its inputs. */
export interface ComputedDeposit {
  readonly address: string
  readonly factory: string
  readonly initHash: string
  readonly salt: string
}

/** Latest block of a node, and its newest final block (undefined where the chain has no such tag). */
export interface Head {
  readonly height: number
  readonly hash: string
  readonly finalizedHeight: number | undefined
}

/** A transfer to an address: a transaction output, native transfer or token log. */
export interface Transfer {
  /**
   * Unique on the chain, and the same in whichever block its transaction is mined: `txid:vout`, `txHash:native` or
   * `txHash:token:to:number`.
   */
  readonly ref: string
  readonly txId: string
  readonly to: string
  /** Null for an unsupported token; then `token` names its contract. */
  readonly asset: AssetCode | null
  readonly token: string | null
  readonly units: bigint
  /** True when its transaction may have failed although a block shows it; the receipt tells. */
  readonly needsReceipt?: true
  /** Number of its output in the transaction, where it is one. */
  readonly vout?: number
  /** Index of its log in the block, where it is one; it differs in another block. */
  readonly logIndex?: number
  /** True when no output or log of a transaction shows it: a balance told, or a flush that paid out more than was known. */
  readonly untraced?: true
  /** Confirmations before the coins can be spent at all; absent where the chain requires none. */
  readonly leastConfirmations?: number
  /** The account that holds the tokens of `to`, where they lie in accounts of their own. */
  readonly tokenAccount?: string
}

/** What a transaction took from an address, on a chain whose addresses hold balances instead of outputs; its fee is included. */
export interface Spend {
  readonly txId: string
  readonly from: string
  /** Null for an unsupported token; then `token` names its contract. */
  readonly asset: AssetCode | null
  readonly token: string | null
  readonly units: bigint
}

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

/** One whole block: the cost of reading it does not depend on the number of open payments. */
export interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: Date
  readonly txIds: readonly string[]
  readonly transfers: readonly Transfer[]
  readonly inputs: readonly SpentInput[]
  readonly flushes: readonly FlushLog[]
  /** Only where escrows are contracts. */
  readonly outcomes?: readonly OutcomeLog[]
  /** Only where addresses hold balances; elsewhere `inputs` and `flushes` show what was spent. */
  readonly spends?: readonly Spend[]
}

/** A place on a chain. */
export interface Position {
  readonly height: number
  readonly hash: string
}

/** Heights from the first to the last, both included. */
export interface HeightRange {
  readonly from: number
  readonly to: number
}

/**
 * Where the scanner's blocks come from. Heights rise from block to block and may leave some out; `parentHash` is the hash of the block before
 * it, whatever its height.
 */
export interface BatchSource {
  /** The first block above the cursor, which need not continue it; undefined at the head, or when the node has none. */
  nextBatch(cursor: Position, head: Head): Promise<Block | undefined>
  /** The blocks of a range, lowest first. @throws {ChainUnavailable} when the node lacks one. */
  readRange(range: HeightRange): AsyncIterable<Block>
  /** The newest block at or below a height; undefined when the node has none. */
  readUpTo(height: number): Promise<Block | undefined>
}

/** Unconfirmed transactions: every id in the mempool, and the contents of those not seen before. */
export interface MempoolView {
  readonly txIds: ReadonlySet<string>
  readonly transfers: readonly Transfer[]
  readonly inputs: readonly SpentInput[]
}

/** The outcome of a mined transaction. `feeUnits` is its sender's cost in the native coin. */
export interface Receipt {
  readonly txId: string
  readonly succeeded: boolean
  readonly feeUnits: bigint
  /** The block of this outcome, where the node names it: in another block it can differ. */
  readonly blockHash?: string
}

/**
 * Why a node rejects bytes when a higher fee would not help: missing gas money, or another cause such as a missing input, a used nonce or a
 * limit of the node.
 */
export type Obstacle = 'gas_money' | 'not_the_fee'

/** The outcome of a broadcast. `unknown` (timeout, lost connection, odd answer) frees nothing: the same bytes are sent again. */
export type BroadcastOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string; readonly obstacle?: Obstacle }

/** A transaction of ours, and the last block height at which it is accepted. */
export interface Expiring {
  readonly txId: string
  readonly lastValidBlockHeight: number
}

/**
 * The fate of an expiring transaction as one look at one node shows it: a block can still take it, one has it, or none ever can. One look proves
 * nothing: the caller looks again later.
 */
export type Lapse = 'open' | 'landed' | 'lapsed'

/** The fates of expiring transactions by id, and the newest final block that the node knew. */
export interface Lapses {
  readonly finalHeight: number
  readonly fates: ReadonlyMap<string, Lapse>
}

/**
 * A chain's node as used by the chain role. Nodes may lie, stall and forget: every method throws `ChainUnavailable` for an answer of an
 * unexpected shape, and nothing is credited from it.
 */
export interface ChainNode {
  readonly rail: Rail
  /** @throws WrongNetwork when the node serves another network than the rail. */
  checkNetwork(): Promise<void>
  readHead(): Promise<Head>
  /** Undefined when the node has no block at that height on its best chain. */
  readBlock(height: number): Promise<Block | undefined>
  /** Opens the chain's own source of blocks; only where heights are skipped. */
  openBatches?(): BatchSource
  /** `seen` contains the ids whose contents were returned before. Empty on chains without a watched mempool. */
  readMempool(seen: ReadonlySet<string>): Promise<MempoolView>
  /** Receipts of mined transactions, one per id that the node knows. */
  readReceipts(txIds: readonly string[]): Promise<readonly Receipt[]>
  estimateFees(): Promise<FeeEstimate>
  /** Spendable native coin of an address at the head, in base units. */
  readBalance(address: string): Promise<bigint>
  /** The same for many addresses at one block, in their order and in one call; only where internal transfers exist. */
  readBalances?(asked: { addresses: readonly string[]; blockHash: string }): Promise<readonly bigint[]>
  /** Whether an address is something else than a plain wallet at the head, such as a contract; only where that can reject a transfer. */
  holdsCode?(address: string): Promise<boolean>
  /** The same as `readBalance` for many addresses, in their order; only where an account with too few coins cannot be paid. */
  readCoins?(addresses: readonly string[]): Promise<readonly bigint[]>
  /** The fates of transactions; only where transactions expire. */
  readLapses?(expiring: readonly Expiring[]): Promise<Lapses>
  broadcast(raw: Uint8Array): Promise<BroadcastOutcome>
}

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
