import type { Transfer } from '@gateway/chains/rail/transfer'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import type { Em } from '@gateway/db/orm'
import { lockPayments } from '@gateway/db/payments/queries'
import { setTransaction } from '@gateway/db/payments/assisted/refund-transaction-queries'
import {
  findTransfersByRef,
  lockAssistedRefunds,
  storeRefundTransfers,
  sumRefundTransfers,
} from '@gateway/db/payments/assisted/refund-transfer-queries'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { type AssistedRefundState, watchedRefundStates } from '@gateway/domain/payments/assisted-refund'
import { restOf } from '@gateway/domain/payments/match-refund'
import { earlier } from '../../../chainwatch/cursor/block-time.ts'
import { holdCursor } from '../../../chainwatch/cursor/cursor.ts'
import { isOnChain } from '../../../chainwatch/cursor/is-on-chain.ts'
import type { Context } from '../../../kernel/context.ts'
import type { CaughtUpScan } from '../../../kernel/address-owners.ts'
import { transaction } from '../../../kernel/transaction.ts'
import { postpone, refuse } from './named-look.ts'
import type { NamedInBlock, NamedProof } from './read-named-proof.ts'
import { recountAssistedRefunds } from './recount-assisted-refunds.ts'
import { settleTransfers } from './settle-transfers.ts'
import { transferRow } from './transfer-row.ts'

/** A named transaction with what its block shows of it. */
interface ProvenTransaction extends NamedInBlock {
  readonly proof: NamedProof
}

/**
 * Counts a named transaction for its refund, if the chain as it was read holds its block and nothing of it counts for another refund, in one
 * transaction under the lock of the chain's cursor. A refund that has ended meanwhile is left alone.
 *
 * @throws {LeaseLost} when another scanner has taken over.
 */
export async function recordNamedProof(ctx: Context, { lease }: CaughtUpScan, proven: ProvenTransaction): Promise<void> {
  await transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    const { named, block } = proven
    if (!(await isOnChain(em, lease.chain, block))) return postpone(em, ctx, named)
    await lockPayments(em, [named.paymentId])
    const [refund] = await lockAssistedRefunds(em, [named.refundId])
    if (!refund || !isWatched(refund.state)) return
    const rest = await readRest(em, refund)
    await recordTransfers(em, ctx, { ...proven, cursor, transfers: transfersOf(proven, rest) })
  })
}

const isWatched = (state: AssistedRefundState): boolean => watchedRefundStates.some((watched) => watched === state)

async function readRest(em: Em, { id, units }: { id: string; units: bigint }): Promise<bigint> {
  const sums = (await sumRefundTransfers(em, [id])).get(id)
  return restOf({ units, countedUnits: sums?.countedUnits ?? 0n })
}

/** The transfers of a transaction; of an internal one, which no block shows, at most what is open, and one for a block and address. */
function transfersOf({ block, named, proof }: ProvenTransaction, rest: bigint): readonly Transfer[] {
  if ('transfers' in proof) return proof.transfers
  const { txId, watchKey: to, asset } = named
  const units = proof.gain < rest ? proof.gain : rest
  return [{ ref: `internal:${to}@${block.height}`, txId, to, asset, token: null, units }]
}

/** Stores those that count for nothing yet; one that counts for the refund already stays as it is. */
async function recordTransfers(
  em: Em,
  ctx: Context,
  { block, named, cursor, transfers }: ProvenTransaction & { cursor: ChainCursorEntity; transfers: readonly Transfer[] },
): Promise<void> {
  const { chain } = cursor
  const { refundId } = named
  const known = new Map((await findTransfersByRef(em, { chain, refs: transfers.map(({ ref }) => ref) })).map((row) => [row.ref, row]))
  const own = transfers.filter(({ ref }) => (known.get(ref)?.refundId ?? refundId) === refundId)
  // The gain of an address in a block counts once, whatever other transactions of that block are named.
  const isOfOther = own.some(({ ref, txId }) => (known.get(ref)?.txId ?? txId) !== txId)
  if (own.length === 0 || isOfOther) return refuse(em, named, 'counted_elsewhere')
  const added = own.filter(({ ref }) => known.get(ref)?.refundId !== refundId || known.get(ref)?.state === 'gone')
  // What is open is covered by transfers that are not final: one of them may still be lost.
  if (added.some(({ units }) => units === 0n)) return postpone(em, ctx, named)
  const view: ChainView = { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined, at: ctx.clock.now() }
  const at = earlier(block.at, view.at)
  await storeRefundTransfers(
    em,
    added.flatMap((transfer) => transferRow({ chain, block, at }, transfer, refundId)),
  )
  await setTransaction(em, named, { state: 'found' })
  await ctx.failpoint('refundTransactionFound')
  const settled = await settleTransfers(em, { chain, view })
  await recountAssistedRefunds(em, ctx, { ids: [refundId, ...settled], view })
}
