import { type AssetCode, assetOf, type ChainCode } from './asset.ts'

/** Who pays the network for a payout: the deposits it spends, or the platform's own coins. */
type FeePayer = 'from_deposit' | 'from_platform'

/** How a chain works, as far as the gateway must act differently on it. */
export interface ChainFacts {
  /** Who pays the network for a payout of the chain's coin, and of its tokens. */
  readonly networkFee: { readonly coin: FeePayer; readonly token: FeePayer }
  /** Whether the transactions of a sender are numbered, so that each waits for the one before it. */
  readonly ordering: 'sender_sequence' | 'none'
  /** What a payout takes from its address: the deposits it chose, or all that lies there. */
  readonly moves: 'chosen_deposits' | 'whole_balance'
  /** What another final transaction must have used up, or what must have passed, before one of ours counts as dead. */
  readonly deathProof: 'spent_inputs' | 'used_nonce' | 'lapsed_blockhash'
  /** Where outcome and network fee of our mined transactions are found: they can fail where a receipt says it. */
  readonly outcomeIn: 'signed_bytes' | 'receipt'
  /** How long after its reading a fee estimate may be signed with; where transactions expire it names when they do. */
  readonly estimateLastsMs: number
  /** False where a deposit first exists in a block. */
  readonly watchesMempool: boolean
  /** Whether an unmined transaction may be replaced by one with a higher fee. */
  readonly isReplaceable: boolean
  /** Whether its payouts carry out the outcome of an escrow: they pay two parties and the platform at once. */
  readonly servesEscrows: boolean
  /** Whether an address can be something else than a wallet, such as a contract or a token account: only a node can tell. */
  readonly hasAccounts: boolean
  /** Whether a reorg calls for further confirmations; other chains report finality, or their required depth exceeds any reorg. */
  readonly isReorgProne: boolean
}

const TEN_MINUTES_MS = 600_000

const outputs = {
  networkFee: { coin: 'from_deposit', token: 'from_deposit' },
  ordering: 'none',
  moves: 'chosen_deposits',
  deathProof: 'spent_inputs',
  outcomeIn: 'signed_bytes',
  estimateLastsMs: TEN_MINUTES_MS,
  watchesMempool: true,
  isReplaceable: true,
  servesEscrows: true,
  hasAccounts: false,
  isReorgProne: true,
} as const satisfies ChainFacts

const depositContracts = {
  networkFee: { coin: 'from_platform', token: 'from_platform' },
  ordering: 'sender_sequence',
  moves: 'whole_balance',
  deathProof: 'used_nonce',
  outcomeIn: 'receipt',
  estimateLastsMs: TEN_MINUTES_MS,
  watchesMempool: false,
  isReplaceable: true,
  servesEscrows: true,
  hasAccounts: true,
  isReorgProne: false,
} as const satisfies ChainFacts

/** The facts of every chain; a new chain is a row here. */
export const chainFacts: Readonly<Record<ChainCode, ChainFacts>> = {
  BTC: outputs,
  // A second transaction is a double spend.
  BCH: { ...outputs, isReplaceable: false },
  ETH: depositContracts,
  POL: depositContracts,
  SOL: {
    networkFee: { coin: 'from_deposit', token: 'from_platform' },
    ordering: 'none',
    moves: 'chosen_deposits',
    deathProof: 'lapsed_blockhash',
    outcomeIn: 'receipt',
    // A blockhash is accepted for 150 blocks of 200 ms, of which a hundred must be left.
    estimateLastsMs: 10_000,
    watchesMempool: false,
    isReplaceable: false,
    servesEscrows: true,
    hasAccounts: true,
    isReorgProne: false,
  },
}

/** The chains with a fact, as a parameter of queries. */
export const chainsWhere = (holds: (facts: ChainFacts) => boolean): ChainCode[] =>
  (Object.keys(chainFacts) as ChainCode[]).filter((chain) => holds(chainFacts[chain]))

/** Who pays the network for a payout of an asset. */
export const feePayerOf = ({ networkFee }: Pick<ChainFacts, 'networkFee'>, asset: AssetCode): FeePayer =>
  asset === assetOf(asset).chain ? networkFee.coin : networkFee.token

/** True where the platform has an account that pays for payouts. */
export const hasGasPayer = ({ networkFee }: Pick<ChainFacts, 'networkFee'>): boolean =>
  networkFee.coin === 'from_platform' || networkFee.token === 'from_platform'
