import type { BusinessId, Mode } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { Split } from '../payments/rules.ts'
import type { Entry, HeldAccount, LedgerTransfer, PostingKey } from './entry.ts'

/** The owner of the money, its asset and its chain. */
export interface Holding {
  readonly asset: AssetCode
  readonly chain: ChainCode
  readonly mode: Mode
  readonly businessId: BusinessId
}

/** Owner of the platform's own accounts. */
const PLATFORM = 'platform'

/** A deposit in its current inclusion. */
export interface CreditedDeposit {
  readonly id: string
  /** How often it was orphaned before; defaults to never. */
  readonly revision?: number
  readonly units: bigint
}

/** L1: a deposit has its confirmations and is owed to the payment. L15: it has no owner, and waits for a decision. */
export const depositCredited = (holding: Holding, deposit: CreditedDeposit & { readonly heldIn: HeldAccount }): LedgerTransfer =>
  transfer(holding, { kind: 'deposit', ref: deposit.id, revision: deposit.revision }, [
    { code: 'chain:deposit', owner: holding.chain, units: -deposit.units },
    { code: deposit.heldIn, owner: holding.businessId, units: deposit.units },
  ])

/** Held funds that a payout takes, by account. */
export interface HeldUnits {
  readonly heldIn: HeldAccount
  readonly units: bigint
}

/** The claim a payout settles: the merchant's, or the payer's for a refund. */
export type Payable = 'merchant:payable' | 'party:payable'

/** Money that is about to leave, with its planned split. */
export interface PlannedPayout {
  readonly id: string
  /** The revision of its postings; defaults to the first. */
  readonly revision?: number
  readonly split: Split
  readonly held: readonly HeldUnits[]
  /** Defaults to the merchant's. */
  readonly payable?: Payable
}

/**
 * L2: a forward is planned; the held amount is divided among merchant, platform and network. L15: the same after a decision, from suspense.
 * L16: held funds are refunded to the payer, less the network's fee.
 */
export const forwardPlanned = (holding: Holding, intent: PlannedPayout): LedgerTransfer =>
  transfer(holding, { kind: 'plan', ref: intent.id, revision: intent.revision }, [
    ...intent.held.map(({ heldIn, units }): Entry => ({ code: heldIn, owner: holding.businessId, units: -units })),
    { code: intent.payable ?? 'merchant:payable', owner: holding.businessId, units: intent.split.merchantUnits },
    { code: 'platform:fee', owner: PLATFORM, units: intent.split.feeUnits },
    { code: 'network:fee', owner: holding.chain, units: intent.split.networkFeeUnits },
  ])

/** L3: the payout is broadcast; the money is no longer at the deposit address. */
export const payoutBroadcast = (holding: Holding, intent: { id: string; revision?: number; units: bigint }): LedgerTransfer =>
  transfer(holding, { kind: 'broadcast', ref: intent.id, revision: intent.revision }, [
    { code: 'chain:deposit', owner: holding.chain, units: intent.units },
    { code: 'chain:inflight', owner: holding.chain, units: -intent.units },
  ])

/** The planned and the actual split of a payout. */
export interface FinalPayout {
  readonly id: string
  /** The revision of its postings; defaults to the first. */
  readonly revision?: number
  readonly planned: Split
  readonly paid: Split
  readonly platformPaid: boolean
  /** Merchant debt deducted from the merchant's leg and paid to the platform. */
  readonly takenBackUnits: bigint
  /** Defaults to the merchant's. */
  readonly payable?: Payable
}

/**
 * L4: the payout is final, and its planned claims are settled. A difference in the network fee changes the claim of the recipient.
 * A platform leg paid out with the merchant leg (dust, or a refused leg) becomes a merchant debt, which a later payout deducts.
 * A planned amount that did not move leaves custody and its claims for the shortfall of its business and its chain.
 */
export function payoutFinal(holding: Holding, intent: FinalPayout): LedgerTransfer {
  const { planned, paid, payable = 'merchant:payable' } = intent
  const shortUnits = total(planned) - total(paid)
  const platformEntry: Entry = intent.platformPaid
    ? { code: 'chain:treasury', owner: holding.chain, units: -paid.feeUnits }
    : { code: 'merchant:receivable', owner: holding.businessId, units: -paid.feeUnits }
  return transfer(holding, { kind: 'settle', ref: intent.id, revision: intent.revision }, [
    { code: payable, owner: holding.businessId, units: -planned.merchantUnits },
    { code: 'network:fee', owner: holding.chain, units: -planned.networkFeeUnits },
    { code: 'chain:inflight', owner: holding.chain, units: total(planned) },
    { code: 'platform:fee', owner: PLATFORM, units: paid.feeUnits - planned.feeUnits },
    { code: 'suspense:shortfall', owner: holding.businessId, units: shortUnits },
    { code: 'suspense:shortfall', owner: holding.chain, units: -shortUnits },
    platformEntry,
    { code: 'merchant:receivable', owner: holding.businessId, units: intent.takenBackUnits },
    { code: 'chain:treasury', owner: holding.chain, units: -intent.takenBackUnits },
  ])
}

/** The platform's own coins on a chain: gas money and funding. */
export type Treasury = Pick<Holding, 'asset' | 'chain' | 'mode'>

/** L5: the platform paid gas. */
export const gasPaid = (treasury: Treasury, transaction: { txId: string; revision?: number; units: bigint }): LedgerTransfer =>
  transfer(treasury, { kind: 'gas', chain: treasury.chain, ref: transaction.txId, revision: transaction.revision }, [
    { code: 'chain:treasury', owner: treasury.chain, units: transaction.units },
    { code: 'platform:cost', owner: PLATFORM, units: -transaction.units },
  ])

/** L5, the other way: the treasury was funded. */
export const treasuryFunded = (treasury: Treasury, funding: CreditedDeposit): LedgerTransfer =>
  transfer(treasury, { kind: 'funding', ref: funding.id, revision: funding.revision }, [
    { code: 'chain:treasury', owner: treasury.chain, units: -funding.units },
    { code: 'platform:cost', owner: PLATFORM, units: funding.units },
  ])

/** L5, the other way: what a treasury held when it was first watched. */
export const treasuryOpened = (treasury: Treasury, opening: { readonly address: string; readonly units: bigint }): LedgerTransfer => ({
  ...treasuryFunded(treasury, { id: `${treasury.chain}:${opening.address}`, units: opening.units }),
  kind: 'opening',
})

/** L5: funding reversed, because an operator moved treasury coins elsewhere. The gas of that is booked like any other. */
export const treasuryMoved = (treasury: Treasury, transaction: { txId: string; units: bigint }): LedgerTransfer =>
  transfer(treasury, { kind: 'moved', chain: treasury.chain, ref: transaction.txId }, [
    { code: 'chain:treasury', owner: treasury.chain, units: transaction.units },
    { code: 'platform:cost', owner: PLATFORM, units: -transaction.units },
  ])

/** L6: the block behind a transfer was orphaned; every entry is posted with the opposite sign. */
export const reversed = (original: LedgerTransfer, by: { id: string; blockHash: string }): LedgerTransfer => ({
  ...original,
  kind: 'reversal',
  chain: null,
  ref: by.blockHash,
  revision: 0,
  reverses: by.id,
  entries: original.entries.map((entry) => ({ ...entry, units: -entry.units })),
})

const total = (split: Split): bigint => split.merchantUnits + split.feeUnits + split.networkFeeUnits

function transfer(
  holding: Pick<Holding, 'asset' | 'mode'>,
  key: Pick<LedgerTransfer, 'kind' | 'ref'> & { readonly chain?: ChainCode; readonly revision?: PostingKey['revision'] | undefined },
  entries: readonly Entry[],
): LedgerTransfer {
  const { chain = null, revision = 0, ...named } = key
  const { asset, mode } = holding
  return { ...named, chain, revision, reverses: null, asset, mode, entries: merged(entries).filter((entry) => entry.units !== 0n) }
}

function merged(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${entry.code}|${entry.owner}`
    sums.set(key, { ...entry, units: entry.units + (sums.get(key)?.units ?? 0n) })
  }
  return [...sums.values()]
}
