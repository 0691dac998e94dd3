import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import type { Em } from '@gateway/db/orm'
import type { ChainView, WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { SpendIntent } from '@gateway/domain/custody/intent'
import type { PayoutOwnerSubject, SpendPurpose } from '@gateway/domain/custody/purposes'
import type { ContractDecision } from '@gateway/domain/escrows/contract'
import type { EscrowExit, EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { Holding } from '@gateway/domain/ledger/templates'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { Split } from '@gateway/domain/payments/rules'
import type { Context } from './context.ts'

/** Changed deposits of one subject on one chain, within the scanner's transaction. */
export interface DepositChange {
  readonly chain: ChainCode
  readonly ids: readonly string[]
  readonly view: ChainView
}

/** A payout that the network has accepted, or that is final. */
export interface PayoutChange {
  readonly purpose: SpendPurpose
  readonly ref: string
  /** The round of the object's payouts; the first is 0. */
  readonly leg: number
  readonly asset: AssetCode
  readonly txId: string
  readonly split: Split
  /** False when the platform's share was paid together with the merchant's. */
  readonly platformPaid: boolean
  /** Every transaction ever signed for it, if more than one. */
  readonly signedTxIds?: readonly string[]
}

/** An outcome that a contract has recorded for good, and by which proof. */
export interface ContractOutcome {
  readonly id: string
  readonly outcome: EscrowOutcome
  readonly exit: EscrowExit
  readonly txId: string
}

/** The payout of an intent, as its room gets it. */
export const payoutChangeOf = (
  { purpose, ref, leg, asset }: Pick<SpendIntent, 'purpose' | 'ref' | 'leg' | 'asset'>,
  payout: Omit<PayoutChange, 'purpose' | 'ref' | 'leg' | 'asset'>,
): PayoutChange => ({ purpose, ref, leg, asset, ...payout })

/**
 * What a room does about deposits and payouts of its objects, within the scanner's transaction: the scanner reads and records, the rooms judge.
 */
export interface AddressOwner {
  /** The owner of the money at the object's address; undefined where it is the platform. */
  holdingOf(em: Em, id: string): Promise<Holding | undefined>
  /** Deposits have changed or matured: assess the objects again, credit mature deposits. */
  depositsChanged(em: Em, ctx: Context, news: DepositChange): Promise<void>
  /** Those of some objects that have announced their money, so a receiver may have acted on it. */
  findTold(em: Em, ids: readonly string[]): Promise<string[]>
  payoutsBroadcast(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void>
  payoutsFinal(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void>
  /** Contracts of the objects have decided, and their blocks are final; only where objects have outcomes. */
  outcomesFinal?(em: Em, ctx: Context, outcomes: readonly ContractOutcome[]): Promise<void>
  /** Payouts have lost deposits for good: they pay the rest, which may be nothing. */
  payoutsShrunk(em: Em, ctx: Context, payouts: readonly Pick<SpendIntent, 'purpose' | 'ref'>[]): Promise<void>
}

/** Payouts of a room that the signer has judged together. */
export interface JudgedPayouts {
  /** Their bytes are stored; nothing is sent yet. */
  readonly signed: readonly PayoutChange[]
  /** They wait, and their rows say why. */
  readonly held: readonly Pick<SpendIntent, 'purpose' | 'ref'>[]
}

/** What a room does about payouts of its objects, within the signer's transaction. */
export interface PayoutOwner {
  payoutsJudged(em: Em, ctx: Context, judged: JudgedPayouts): Promise<void>
  /** A payout of the object waits for its cost alone; whoever has this decision can make it instead. @returns true the first time. */
  decisionSigned(em: Em, ctx: Context, signed: SignedDecision): Promise<boolean>
}

/** The signed decision about an object whose money a contract holds. */
export interface SignedDecision {
  readonly ref: string
  readonly decision: ContractDecision
}

/** The parts of a block that concern refunds which merchants pay. */
export interface RefundFacts {
  /** Transfers to the addresses of refunds that have happened. */
  readonly transfers: readonly Transfer[]
  /** True while an earlier transfer of the chain waits for its confirmations. */
  readonly hasUnsettled: boolean
}

/** A block with its transfers to the addresses of refunds, within the scanner's transaction. */
export interface RefundBlock {
  readonly chain: ChainCode
  readonly block: Pick<Block, 'height' | 'hash' | 'at'>
  readonly facts: RefundFacts
  readonly view: ChainView
  /** The arrival of what it holds. */
  readonly at: Date
}

/** A block that a reorg removed. */
export interface RemovedBlock {
  readonly chain: ChainCode
  readonly height: number
  readonly view: ChainView
}

/** A scanner at the head of its chain. */
export interface CaughtUpScan {
  readonly lease: { readonly chain: ChainCode; readonly lease: string }
  readonly node: ChainNode
  /** The height up to which the chain is read. */
  readonly height: number
}

/** What the room of refunds does about blocks: the scanner reads and records, the room judges. */
export interface RefundWatcher {
  blockRecorded(em: Em, ctx: Context, block: RefundBlock): Promise<void>
  /** @returns the complete refunds that are not complete any more. */
  blockRemoved(em: Em, ctx: Context, block: RemovedBlock): Promise<string[]>
  /** Looks for the transactions that merchants have named. @throws {ChainUnavailable} when the node does not answer. */
  findNamed(ctx: Context, scan: CaughtUpScan): Promise<void>
}

/** The room of each kind of watched address, and that of the addresses to which merchants refund. */
export type AddressOwners = Readonly<Record<WatchSubject, AddressOwner>> & { readonly refunds: RefundWatcher }

/** The rooms that have payouts, as the signer knows them. */
export type PayoutOwners = Readonly<Record<PayoutOwnerSubject, PayoutOwner>>
