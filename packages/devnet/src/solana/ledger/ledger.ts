import type { Address, EncodedAccount, MaybeEncodedAccount } from '@solana/kit'
import { LiteSVM, Rent } from 'litesvm'
import { FINAL_SLOTS } from './final-slots.ts'
import { genesisAccounts } from './genesis.ts'
import { hashOf } from './hash-of.ts'
import type { LedgerTransaction } from './transaction.ts'

/** How certain an answer must be: the open block, a block behind it, or one that no fork can drop. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Slots by which each commitment trails the open block. */
type Lags = Readonly<Record<Commitment, number>>

/** A block of one slot; the last one of a ledger is open and takes transactions. */
export interface LedgerBlock {
  readonly slot: number
  /** Blocks before it; skipped slots do not count. */
  readonly height: number
  readonly hash: string
  readonly parentSlot: number
  readonly parentHash: string
  /** Unix seconds at which it was closed; of the open block, at which it was opened. */
  time: number
  readonly transactions: LedgerTransaction[]
  /** The accounts before each transaction, in order; emptied once no fork can drop the block. */
  readonly before: MaybeEncodedAccount[]
}

/** A chain: a real virtual machine with its newest state, and the slots, blocks and history that it lacks. */
export interface Ledger {
  readonly svm: LiteSVM
  /** Unix seconds of the newest command. */
  now: number
  readonly blocks: LedgerBlock[]
  readonly transactions: Map<string, LedgerTransaction>
  lags: Lags
  /** Number of blocks, from the first one, that no fork can drop any more. */
  finalBlocks: number
  /** Number of forks so far, so that the blocks of each have other hashes. */
  forks: number
}

/** The hash by which this network is recognised: no public network has it. */
export const devnetGenesisHash = hashOf('payment-gateway devnet')

const usualLags: Lags = { processed: 0, confirmed: 1, finalized: FINAL_SLOTS }

// Lamports for each byte that an account occupies, 128 bytes of its own included: 650 240 for one without data.
const rent = new Rent(5_080n, 1, 50)

/** A new ledger with an open block at slot 0. */
export function openLedger(now: number): Ledger {
  // The machine's own check accepts the newest blockhash only, and its history knows no forks; the ledger does both.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  svm.setRent(rent)
  for (const account of genesisAccounts) svm.setAccount(account)
  const first: LedgerBlock = {
    slot: 0,
    height: 0,
    hash: hashOf(`${devnetGenesisHash} 0`),
    parentSlot: 0,
    parentHash: devnetGenesisHash,
    time: now,
    transactions: [],
    before: [],
  }
  return { svm, now, blocks: [first], transactions: new Map(), lags: usualLags, finalBlocks: 1, forks: 0 }
}

/** The open block. */
export function tipOf({ blocks }: Ledger): LedgerBlock {
  const tip = blocks.at(-1)
  if (!tip) throw new Error('A ledger has at least one block')
  return tip
}

/** The newest block of a commitment. */
export function blockAt(ledger: Ledger, commitment: Commitment): LedgerBlock {
  const newest = tipOf(ledger).slot - ledger.lags[commitment]
  const at = ledger.blocks.findLastIndex(({ slot }) => slot <= newest)
  return ledger.blocks[Math.max(at, ledger.finalBlocks - 1)] ?? tipOf(ledger)
}

/** An account as of the newest block of a commitment; undefined when it does not exist there. */
export function accountAt(ledger: Ledger, address: Address, commitment: Commitment): EncodedAccount | undefined {
  const { slot } = blockAt(ledger, commitment)
  const later = ledger.blocks.slice(ledger.blocks.findLastIndex((block) => block.slot <= slot) + 1)
  const changed = later.flatMap(({ before }) => before).find((account) => account.address === address)
  const account = changed ?? ledger.svm.getAccount(address)
  return account.exists ? account : undefined
}
