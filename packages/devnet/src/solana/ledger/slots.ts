import { lamports } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { hashOf } from './hash-of.ts'
import { blockAt, type Ledger, type LedgerBlock, tipOf } from './ledger.ts'

/** Closes the open block and opens the next one, after as many slots without a block as are `skipped`. */
export function openSlot(ledger: Ledger, skipped = 0): LedgerBlock {
  const parent = tipOf(ledger)
  parent.time = ledger.now
  const block = nextBlock(ledger, parent, parent.slot + skipped + 1)
  ledger.svm.warpToSlot(BigInt(block.slot))
  ledger.blocks.push(block)
  finalize(ledger)
  return block
}

/**
 * Drops the newest blocks, the open one included, with their transactions and their effects, and opens another block above them: the dropped
 * slots count as skipped from now on.
 * @throws {RangeError} when one of them is final.
 */
export function forkLedger(ledger: Ledger, depth: number): LedgerBlock {
  const { slot } = tipOf(ledger)
  const final = blockAt(ledger, 'finalized')
  const dropped = ledger.blocks.slice(-depth)
  if (depth < 1 || dropped.length !== depth || dropped.some((block) => block.slot <= final.slot))
    throw new RangeError(`A fork cannot drop ${depth} blocks: slot ${final.slot} is final`)
  for (const block of dropped.reverse()) takeBack(ledger, block)
  ledger.forks += 1
  const block = nextBlock(ledger, tipOf(ledger), slot + 1)
  ledger.blocks.push(block)
  return block
}

function nextBlock({ now, forks }: Ledger, parent: LedgerBlock, slot: number): LedgerBlock {
  return {
    slot,
    height: parent.height + 1,
    hash: hashOf(`${parent.hash} ${slot} ${forks}`),
    parentSlot: parent.slot,
    parentHash: parent.hash,
    time: now,
    transactions: [],
    before: [],
  }
}

function takeBack(ledger: Ledger, block: LedgerBlock): void {
  for (const account of block.before.reverse()) ledger.svm.setAccount(account.exists ? account : { ...nothing, address: account.address })
  for (const { signature } of block.transactions) ledger.transactions.delete(signature)
  ledger.blocks.pop()
}

// An account without lamports does not exist.
const nothing = { lamports: lamports(0n), data: new Uint8Array(), executable: false, programAddress: SYSTEM_PROGRAM_ADDRESS, space: 0n }

/** Finality never goes back, so a final slot needs no undo. */
export function finalize(ledger: Ledger): void {
  const { slot } = blockAt(ledger, 'finalized')
  for (const block of ledger.blocks.slice(ledger.finalBlocks)) {
    if (block.slot > slot) return
    block.before.length = 0
    ledger.finalBlocks += 1
  }
}
