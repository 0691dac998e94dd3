import { chainReceipt, findUnchained, listUnchained, lockHead, moveHead } from '@gateway/db/identity/receipts/chain-queries'
import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import { chainText } from '@gateway/domain/identity/receipt-chain'
import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { receiptOf } from '../reading/receipt-of.ts'

const CHAINS_AT_ONCE = 50
const RECEIPTS_AT_ONCE = 200

/**
 * Appends receipts to the chains of their DIDs, the oldest first. A chain is locked while one job appends to it, and others pass it over.
 *
 * @returns to how many chains something was appended.
 */
export function chainReceipts(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const due: Sweep<Did> = {
    name: 'receipt_chains',
    limit: CHAINS_AT_ONCE,
    read: (page) => findUnchained(em, page),
    keyOf: (did) => did,
    aboutOf: () => ({}),
  }
  return sweepEach(ctx, due, (did) => transaction(ctx, (inner) => append(inner, did)))
}

async function append(em: Em, did: Did): Promise<boolean> {
  const head = await lockHead(em, { did })
  const receipts = head ? await listUnchained(em, { did, limit: RECEIPTS_AT_ONCE }) : []
  if (!head || receipts.length === 0) return false
  let [length, digest] = [BigInt(head.length), head.digest]
  for (const receipt of receipts) {
    const previousDigest = digest
    length += 1n
    digest = digestOf(receipt, { sequence: length, previousDigest })
    await chainReceipt(em, { id: receipt.id, sequence: length, previousDigest, digest })
  }
  await moveHead(em, { did, length, digest })
  return true
}

/** SHA-256 of a receipt at its place in the chain of its DID. */
export function digestOf(
  receipt: ReceiptEntity,
  { sequence, previousDigest }: { readonly sequence: bigint; readonly previousDigest: Uint8Array | null },
): Buffer {
  const previous = previousDigest && Buffer.from(previousDigest).toString('hex')
  return createHash('sha256')
    .update(chainText(receiptOf(receipt), { sequence, previousDigest: previous }))
    .digest()
}
