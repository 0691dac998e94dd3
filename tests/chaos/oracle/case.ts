import { readFileSync } from 'node:fs'

/** Judged assets: the coin of a chain has the chain's code. */
export const assets = {
  BTC: { chain: 'BTC', decimals: 8 },
  BCH: { chain: 'BCH', decimals: 8 },
  ETH: { chain: 'ETH', decimals: 18 },
  POL: { chain: 'POL', decimals: 18 },
  SOL: { chain: 'SOL', decimals: 9 },
  USDC_ETH: { chain: 'ETH', decimals: 6 },
  USDC_POL: { chain: 'POL', decimals: 6 },
  USDC_SOL: { chain: 'SOL', decimals: 6 },
} as const

/** A judged asset. */
export type Asset = keyof typeof assets
/** A judged chain. */
export type Chain = (typeof assets)[Asset]['chain']

/** An address that waits for money. */
export interface CaseDeposit {
  readonly asset: Asset
  readonly address: string
  /** The payee of a payout: the wallet of the shop, or the beneficiary of an escrow. */
  readonly payee: string
  /** The payee of a return: the payer's refund address, or the depositor of an escrow; used for nothing else. */
  readonly returnTo?: string
}

/** A payment as the shop knows it, and the behaviour of its payer. */
export interface CaseOrder extends CaseDeposit {
  readonly n: number
  readonly id: string
  readonly businessId: string
  /**
   * `exact`, `over`, `unsupported`, `twice` (in two rounds), `respent` and, at the fixed rate of a run, `late` must be forwarded; `under`, `back` and `never`
   * must expire.
   */
  readonly behaviour: 'exact' | 'over' | 'late' | 'under' | 'back' | 'never' | 'twice' | 'unsupported' | 'respent'
  /** Base units that the payer sent to the address. */
  readonly sentUnits: string
  /** Base units of the chain's token that the payer sent to an address for its coin. */
  readonly unsupportedUnits: string
}

/** An escrow as its parties know it. */
export interface CaseEscrow extends CaseDeposit {
  readonly n: number
  readonly id: string
  /** Absent for an escrow that belongs to nobody. */
  readonly businessId?: string
  /** What its parties did; `race` asks for everything at once, `over` pays more and releases. */
  readonly behaviour: 'release' | 'refund' | 'race' | 'dispute' | 'over' | 'never'
  readonly amountUnits: string
  readonly sentUnits: string
  /** The answer to each command, such as `200` or `400 INVALID_STATE`. */
  readonly answers: Readonly<Record<string, string>>
}

/** A series that became due as often as it has periods. */
export interface CaseSeries {
  readonly n: number
  readonly id: string
  readonly businessId: string
  readonly periods: number
}

/**
 * What happens to a card payment: nothing more, two refunds to zero, a release, a refund of a part and then a release, a refund, a release and then a
 * refund, release and refund at once, or a bank that refuses.
 */
export type CardBehaviour = 'direct' | 'parts' | 'release' | 'part_release' | 'returned' | 'taken_back' | 'race' | 'fails'

/** A card payment as the shop knows it. */
export interface CaseCard {
  readonly n: number
  readonly id: string
  readonly businessId: string
  /** Null for a direct payment. */
  readonly escrowId: string | null
  readonly behaviour: CardBehaviour
  /** Cents. */
  readonly amount: number
  /** The answer to `release`, and to each `refund <cents>`, such as `200` or `400 INVALID_STATE`. */
  readonly answers: Readonly<Record<string, string>>
}

/**
 * What becomes of an invoice: paid, paid a second time once the first is forwarded, half by coins and the rest by card, by coins and card at once, paid after
 * its due day, cancelled while money is seen, paid after its cancellation, credited as a whole, or deleted as a draft.
 */
export type InvoiceBehaviour = 'exact' | 'twice' | 'both' | 'crossing' | 'overdue' | 'seen' | 'late' | 'credited' | 'void'

/** What the portal shows of an invoice in the end. */
export interface ShownInvoice {
  readonly status: string
  readonly paidCents: number
  /** Deposits that wait for a decision. */
  readonly held: number
  /** Charged beyond what was open. */
  readonly surplusCents: number
  readonly needsDecision: boolean
  /** Its document is there, and has the digest that is shown. */
  readonly hasDocument: boolean
}

/** An invoice as its shop knows it; a draft that was deleted has an empty address. */
export interface CaseInvoice extends CaseDeposit {
  readonly n: number
  readonly id: string
  readonly businessId: string
  readonly behaviour: InvoiceBehaviour
  readonly cents: number
  /** Base units that its client sent to the address. */
  readonly sentUnits: string
  /** The answer to `cancel` and `credit`, such as `200` or `400 INVALID_STATE`, and what the card page said. */
  readonly answers: Readonly<Record<string, string>>
  /** Null for what is not there. */
  readonly shown: ShownInvoice | null
}

/**
 * What happens to a Lightning payment: a wallet pays an invoice from outside or of another wallet, is paid from outside, or two wallets send to one invoice at
 * once; the payee takes it late, gives it back late, or has cancelled the invoice before.
 */
export type SendBehaviour = 'outside' | 'inside' | 'received' | 'twice' | 'held' | 'returned' | 'refused'

/** A Lightning payment as its parties know it. */
export interface CaseSend {
  readonly n: number
  readonly behaviour: SendBehaviour
  readonly paymentHash: string
  readonly sats: number
  /** The answer to each command, such as `200 settled` or `409 ALREADY_PAID`, and whether the payee held it. */
  readonly answers: Readonly<Record<string, string>>
}

/** A Lightning node, and a macaroon that reads its records. */
export interface CaseLnd {
  readonly url: string
  readonly certificateFile: string
  readonly macaroonFile: string
}

/** The Lightning payments of a run, with the gateway's node and that of everybody else. */
export interface CaseLightning {
  readonly own: CaseLnd
  readonly other: CaseLnd
  readonly sends: readonly CaseSend[]
}

/** A business, with its webhook secret and its wallets by chain. */
interface CaseShop {
  readonly businessId: string
  readonly secret: string
  readonly wallets: Readonly<Record<Chain, string>>
}

/** A node, and on chains with tokens the token's contract or mint and the gas payer's address. */
export interface CaseNode {
  readonly rpc: string
  readonly usdc?: string
  readonly gasPayer?: string
}

/** The inputs of the oracle; it reads the rest from the database, the nodes and the receiver's log. */
export interface Case {
  readonly databaseUrl: string
  readonly nodes: Readonly<Record<Chain, CaseNode>>
  /** Fee addresses of the platform, used for nothing else. */
  readonly platform: Readonly<Record<Chain, string>>
  readonly shops: readonly CaseShop[]
  readonly orders: readonly CaseOrder[]
  readonly escrows: readonly CaseEscrow[]
  readonly series: readonly CaseSeries[]
  readonly cards: readonly CaseCard[]
  readonly invoices: readonly CaseInvoice[]
  /** Absent in a run without Lightning payments. */
  readonly lightning?: CaseLightning
  /** True for a run without faults, with a stricter limit on time. */
  readonly calm: boolean
  /** Creations whose response did not arrive: each may have created a payment. */
  readonly unanswered: number
  /** JSON lines: absences of the shops' server, then its requests and answers, in order of arrival. */
  readonly receiverLog: string
  /** JSON: everything that the double of the card processor was asked and did. */
  readonly stripeLog: string
  /** JSON lines: the checks of the watcher during the run. */
  readonly watcherLog: string
}

/** A case from its file. */
export const readCase = (file: string): Case => JSON.parse(readFileSync(file, 'utf8')) as Case // The harness writes this shape.

/** Every address that waits for money. */
export const depositsOf = ({ orders, escrows, invoices }: Case): readonly CaseDeposit[] => [...orders, ...escrows, ...placedOf(invoices)]

/** Invoices that have an address. */
export const placedOf = (invoices: readonly CaseInvoice[]): readonly CaseInvoice[] => invoices.filter(({ address }) => address !== '')

/** The chain of an asset. */
export const chainOf = (asset: Asset): Chain => assets[asset].chain

/** Lines of JSON, of the caller's type. */
export function readLines<T>(file: string): T[] {
  const text = readFileSync(file, 'utf8')
  // The writer may have been killed in the middle of its last line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T])) // Each file has one writer.
}
