import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { ChainFacts } from '@gateway/domain/money/chain-facts'
import type { ComputedDeposit, DepositTerms } from './rail/computed-deposit.ts'
import type { EscrowContracts } from './rail/escrow-contracts.ts'
import type { FeeEstimate, FeeLimits, ForwardCost, JudgedFee, PayoutShape } from './rail/fee-estimate.ts'

/** The origin of a deposit address: taken from the pool the signer filled, or computed from public terms (CREATE2). */
export type Addressing = 'pool' | 'create2'

/**
 * An address in its canonical spelling, or why the text is no address of this network; `isForeign` when it is one of another network. `programAddress`
 * is one without a key, which a program can spend from: money may go there if whoever named it says so once more.
 */
export type ParsedAddress =
  | { readonly address: string }
  | { readonly problem: string; readonly isForeign?: true; readonly programAddress?: string }

/** An address as the rows of one chain spell it. */
export interface AddressPlace {
  readonly chain: ChainCode
  readonly address: string
  /** Its spelling in blocks. */
  readonly key: string
}

/** The amount and address a payer is asked to pay. */
export interface PaymentRequest {
  readonly asset: AssetCode
  readonly address: string
  readonly units: bigint
  /** The payee's name, which wallets show; links of Ethereum have no place for it (ERC-681). */
  readonly label?: string | undefined
  /** The id of the payment or escrow. */
  readonly subjectId?: string | undefined
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
  /**
   * Time of the first block, in Unix seconds, in which the node logs every transfer of the coin; balances are asked for what contracts pay until then,
   * and for ever where it is undefined.
   */
  readonly transferLogsFrom?: number | undefined
  /** Explorer URL to which a transaction id is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
  parseAddress(text: string): ParsedAddress
  /**
   * The spelling of a canonical address in `Transfer.to`, `FlushLog.emitter` and `FlushLog.deposit` (EVM: lower case), so that rows match
   * without conversion.
   */
  watchKey(address: string): string
  /** A canonical address on every chain where the same key or contract has it, this chain first. */
  placesOf(address: string): readonly AddressPlace[]
  /** Wallet URI with address and exact amount (BIP-21, ERC-681, Solana Pay). */
  paymentUri(request: PaymentRequest): string
  /** The text of the QR image: the URI, or the plain address where wallets misread token URIs. */
  qrText(request: PaymentRequest): string
  /** The contract that creates its deposit contracts; only where `addressing` is `create2`. */
  readonly factory?: string
  /** The contracts that hold the money of escrows; only where `addressing` is `create2`. */
  readonly escrows?: EscrowContracts
  /** The keyless address of some terms; only where `addressing` is `create2`. */
  computeDeposit?(terms: DepositTerms): ComputedDeposit
  /** Expected cost of forwarding an asset from `deposits` deposits in one transaction, to payees that have accounts. */
  forwardCost(fees: FeeEstimate, request: { asset: AssetCode; deposits: number }): ForwardCost
  /** The most that a payout can cost at these prices, in base units of the coin, whatever accounts strangers choose or empty. */
  payoutCost(fees: FeeEstimate, payout: PayoutShape): bigint
  /**
   * Judges the price of block space.
   * @throws {Error} when the estimate is of another family.
   */
  judgeFee(fees: FeeEstimate, limits: FeeLimits): JudgedFee
  /** Limits of one payout of an asset; only where each of its deposits takes room in the transaction. */
  spendBounds?(asset: AssetCode, fees: FeeEstimate | undefined): SpendBounds | undefined
  /** The account that holds a token for an owner; only where that is another one, whose rent the platform pays when a payout opens it. */
  tokenAccountOf?(owner: string): Promise<string>
  /** The most that a signed transaction costs the platform, in base units of the coin; only where the platform has a gas payer. */
  maxGas?(raw: Uint8Array, fees: FeeEstimate | undefined): bigint
  /** Whether a transaction that is signed so long after the reading of an estimate has enough time to be mined; only where transactions expire. */
  leavesTime?(fees: FeeEstimate, ageMs: number): boolean
}

/** Limits on the deposits of one payout. */
export interface SpendBounds {
  /** Maximum number of deposits. */
  readonly most: number
  /** Cost of spending one of them, in base units; 0 while the price of block space is unknown. */
  readonly costUnits: bigint
}
