import { z } from 'zod'
import { ChainUnavailable } from '../../errors.ts'
import type { Block } from '../../rail/block.ts'
import type { SolanaRail } from '../rail.ts'
import type { SolanaRpc } from '../rpc.ts'
import { costOf, readBalanceChanges } from './balance-changes.ts'
import { BlockHeader, type BlockTransaction, Count, FullBlock, hasRun, type TokenBalance } from './shapes.ts'

/** A node and the rail whose money is looked for. */
export interface BlockReader {
  readonly rail: SolanaRail
  readonly rpc: SolanaRpc
}

/** A block, and the slot of the one before it. */
export interface SlotBlock extends Block {
  readonly parentSlot: number
}

// Codes: `rpc-client-api/src/custom_error.rs` of Agave. A skipped slot never gets a block; the others may not have it yet.
const ABSENT: ReadonlySet<number> = new Set([-32_007, -32_009, -32_004, -32_014])

// The list of accounts needs no knowledge of a version's instructions, so that a new version does not stop the scanner.
const NEWEST_VERSION = 1
const config = { commitment: 'finalized', maxSupportedTransactionVersion: NEWEST_VERSION, rewards: false, encoding: 'json' } as const

/** Votes are most of a block's transactions. */
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111'

/**
 * The block of a slot; undefined where the slot was skipped, or the node has no block of it yet.
 * @throws {ChainUnavailable} when the answer contradicts itself.
 */
export async function readSlot(reader: BlockReader, slot: number): Promise<SlotBlock | undefined> {
  const params = [slot, { ...config, transactionDetails: 'accounts' }]
  const answer = await reader.rpc.ask({ method: 'getBlock', params, shape: FullBlock.nullable() })
  if ('refusal' in answer && ABSENT.has(answer.refusal.code)) return undefined
  if ('refusal' in answer) throw new ChainUnavailable(reader.rail.chain, `getBlock failed: ${answer.refusal.message.slice(0, 200)}`)
  return answer.result ? blockOf(reader, slot, answer.result) : undefined
}

/** The hash of a slot's block; undefined where it has none. */
export async function readSlotHash({ rpc }: BlockReader, slot: number): Promise<string | undefined> {
  const params = [slot, { ...config, transactionDetails: 'none' }]
  const answer = await rpc.ask({ method: 'getBlock', params, shape: BlockHeader.nullable() })
  return 'result' in answer ? answer.result?.blockhash : undefined
}

/** The slots with a block from the first to the last, both included. @throws {ChainUnavailable} for others. */
export async function listSlots({ rpc }: BlockReader, { from, to }: { from: number; to: number }): Promise<number[]> {
  const slots = await rpc.call({ method: 'getBlocks', params: [from, to, { commitment: 'finalized' }], shape: z.array(Count) })
  const isInOrder = slots.every((slot, at) => slot >= from && slot <= to && slot > (slots[at - 1] ?? -1))
  if (!isInOrder) throw new ChainUnavailable(rpc.chain, `it listed other slots than ${from} to ${to}`)
  return slots
}

function blockOf({ rail }: BlockReader, slot: number, wire: FullBlock): SlotBlock {
  const paying = wire.transactions.filter((told) => hasRun(told.meta) && !isMereVote(told))
  const txIds = paying.map(({ transaction }) => transaction.signatures[0] ?? '')
  // The first block of a chain is its own parent.
  demand(rail, wire.parentSlot < slot || slot === 0, `block ${slot} follows block ${wire.parentSlot}`)
  demand(rail, new Set(txIds).size === txIds.length, `block ${slot} holds a transaction twice`)
  demand(rail, paying.every(isComplete), `block ${slot} lacks balances`)
  const changes = paying.map((transaction) => readBalanceChanges(rail, transaction))
  return {
    height: slot,
    hash: wire.blockhash,
    parentHash: wire.previousBlockhash,
    parentSlot: wire.parentSlot,
    at: new Date(wire.blockTime * 1_000),
    txIds,
    transfers: changes.flatMap(({ transfers }) => transfers),
    inputs: [],
    flushes: [],
    spends: changes.flatMap(({ spends }) => spends),
    receiptsOf: (asked) =>
      asked.flatMap((txId) => {
        const told = paying[txIds.indexOf(txId)]
        return told ? { txId, succeeded: told.meta.err === null, feeUnits: costOf(told), blockHash: wire.blockhash } : []
      }),
  }
}

/** True for a vote that moved nobody's money: anybody may name the program in a payment. */
function isMereVote(told: BlockTransaction): boolean {
  if (!told.transaction.accountKeys.some(({ pubkey }) => pubkey === VOTE_PROGRAM) || !isComplete(told)) return false
  const { preBalances, postBalances } = told.meta
  return tokensOf(told).length === 0 && postBalances.every((after, at) => at === 0 || after === preBalances[at])
}

const tokensOf = ({ meta }: BlockTransaction): TokenBalance[] => [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]

function isComplete(told: BlockTransaction): boolean {
  const { transaction, meta } = told
  const count = transaction.accountKeys.length
  return (
    meta.preBalances.length === count &&
    meta.postBalances.length === count &&
    tokensOf(told).every(({ accountIndex }) => accountIndex < count)
  )
}

function demand(rail: SolanaRail, holds: boolean, problem: string): void {
  if (!holds) throw new ChainUnavailable(rail.chain, problem)
}
