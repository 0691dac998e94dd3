import { base58 } from '@scure/base'
import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import type { Receipt } from '../rail/chain-node.ts'
import type { StoredTransaction, TransactionPlace } from '../rail/recovery-node.ts'
import { costOf, readBalanceChanges } from './blocks/balance-changes.ts'
import { type BlockReader, readSlotHash } from './blocks/read-block.ts'
import { type BlockTransaction, Count, hasRun, Key, Meta } from './blocks/shapes.ts'
import { findStaticAccounts, findTransactionId, isSigned } from './wire.ts'

const Base64 = z.tuple([z.string(), z.literal('base64')]).transform(([text]) => new Uint8Array(Buffer.from(text, 'base64')))

const Loaded = z.object({ writable: z.array(Key), readonly: z.array(Key) })

/** `getTransaction` with the bytes. */
const FoundTransaction = z.object({ slot: Count, transaction: Base64, meta: Meta.extend({ loadedAddresses: Loaded.nullish() }) })

type Found = z.output<typeof FoundTransaction>

const config = { commitment: 'finalized', maxSupportedTransactionVersion: 1 } as const

/**
 * A transaction in a block, with its bytes and what it paid.
 * @returns undefined when no block the node knows has it.
 * @throws {ChainUnavailable} when the bytes are not signed by their accounts, or have another id.
 */
export async function findTransaction(reader: BlockReader, { txId }: TransactionPlace): Promise<StoredTransaction | undefined> {
  const found = await ask(reader, txId)
  if (!found) return undefined
  const { transaction: raw } = found
  if (findTransactionId(raw) !== txId || !(await isSigned(raw)))
    throw new ChainUnavailable(reader.rail.chain, `its bytes of transaction ${txId} are not signed`)
  return { txId, raw, inputs: [], transfers: readBalanceChanges(reader.rail, toldOf(txId, found)).transfers, calls: null }
}

/** The transaction as a block tells it. */
function toldOf(txId: string, { transaction: raw, meta }: Found): BlockTransaction {
  const keys = [...findStaticAccounts(raw), ...(meta.loadedAddresses?.writable ?? []), ...(meta.loadedAddresses?.readonly ?? [])]
  return { transaction: { signatures: [txId], accountKeys: keys.map((pubkey) => ({ pubkey })) }, meta }
}

/** Whether a transaction that is in a block was run there; undefined when no block the node knows has it. */
export async function readHasRun(reader: Pick<BlockReader, 'rpc'>, txId: string): Promise<boolean | undefined> {
  const found = await ask(reader, txId)
  return found ? hasRun(found.meta) : undefined
}

/** The slot of a transaction's block. @throws {ChainUnavailable} when the node answers with another transaction. */
export async function findHeight(reader: BlockReader, txId: string): Promise<number | undefined> {
  const found = isSignature(txId) ? await ask(reader, txId) : null
  if (!found) return undefined
  if (findTransactionId(found.transaction) === txId) return found.slot
  throw new ChainUnavailable(reader.rail.chain, `it gave another transaction for ${txId}`)
}

const SIGNATURE_BYTES = 64
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

const isSignature = (text: string): boolean => BASE58.test(text) && base58.decode(text).length === SIGNATURE_BYTES

/** Receipts of transactions in blocks, one per id that the node knows and that was run, with the block of each. */
export async function readReceipts(reader: BlockReader, txIds: readonly string[]): Promise<readonly Receipt[]> {
  const receipts = await Promise.all(txIds.map((txId) => readReceipt(reader, txId)))
  return receipts.flatMap((receipt) => receipt ?? [])
}

async function readReceipt(reader: BlockReader, txId: string): Promise<Receipt | undefined> {
  const found = await ask(reader, txId)
  if (!found || !hasRun(found.meta)) return undefined
  if (findTransactionId(found.transaction) !== txId)
    throw new ChainUnavailable(reader.rail.chain, `it gave the receipt of another transaction for ${txId}`)
  const blockHash = await readSlotHash(reader, found.slot)
  return { txId, succeeded: found.meta.err === null, feeUnits: costOf(toldOf(txId, found)), ...(blockHash !== undefined && { blockHash }) }
}

function ask({ rpc }: Pick<BlockReader, 'rpc'>, txId: string): Promise<Found | null> {
  const params = [txId, { ...config, encoding: 'base64' }]
  return rpc.call({ method: 'getTransaction', params, shape: FoundTransaction.nullable() })
}
