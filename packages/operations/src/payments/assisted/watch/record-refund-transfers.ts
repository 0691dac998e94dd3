import type { Transfer } from '@gateway/chains/rail/transfer'
import type { Em } from '@gateway/db/orm'
import { lockPayments } from '@gateway/db/payments/queries'
import { foundByBlock } from '@gateway/db/payments/assisted/refund-transaction-queries'
import type { RefundTransferEntity } from '@gateway/db/payments/assisted/refund-transfer.entity'
import {
  findTransfersByRef,
  findWatchingPayments,
  lockAssistedRefunds,
  lockWatchedRefunds,
  storeRefundTransfers,
  type WatchedRefund,
} from '@gateway/db/payments/assisted/refund-transfer-queries'
import { matchRefund, type RefundMatch } from '@gateway/domain/payments/match-refund'
import type { Context } from '../../../kernel/context.ts'
import type { RefundBlock } from '../../../kernel/address-owners.ts'
import { transferRow } from './transfer-row.ts'

/**
 * Stores the transfers of a block to the addresses of refunds: of the refund that each counts for, or of none while a merchant has to say. One that a
 * reorg removed keeps its refund, and one that is in a block already stays as it is.
 *
 * @returns the refunds whose transfers changed.
 */
export async function recordRefundTransfers(em: Em, ctx: Pick<Context, 'failpoint'>, recorded: RefundBlock): Promise<string[]> {
  const { chain, facts } = recorded
  if (facts.transfers.length === 0) return []
  const keys = [...new Set(facts.transfers.map(({ to }) => to))]
  await lockPayments(em, await findWatchingPayments(em, { chain, keys }))
  const stored = await findTransfersByRef(em, { chain, refs: facts.transfers.map(({ ref }) => ref) })
  const known = new Map(stored.map((row) => [row.ref, row]))
  const back = facts.transfers.flatMap((transfer) => backRow(recorded, transfer, known.get(transfer.ref)))
  await lockAssistedRefunds(
    em,
    back.flatMap(({ refundId }) => refundId ?? []),
  )
  await storeRefundTransfers(em, back)
  const unknown = facts.transfers.filter(({ ref }) => !known.has(ref))
  const added =
    unknown.length === 0 ? [] : matchedRows(recorded, { transfers: unknown, open: await lockWatchedRefunds(em, { chain, keys }) })
  await storeRefundTransfers(em, added)
  const counted = [...back, ...added].flatMap(({ refundId, txId }) => (refundId === null ? [] : [{ refundId, txId }]))
  await foundByBlock(em, counted)
  if (counted.length > 0) await ctx.failpoint('refundTransfersWritten')
  return counted.map(({ refundId }) => refundId)
}

const backRow = (recorded: RefundBlock, transfer: Transfer, known: RefundTransferEntity | undefined): RefundTransferEntity[] =>
  known?.state === 'gone' ? transferRow(recorded, transfer, known.refundId) : []

/** The rows of new transfers, each matched with what those before it have left. */
function matchedRows(
  recorded: RefundBlock,
  { transfers, open }: { transfers: readonly Transfer[]; open: readonly WatchedRefund[] },
): RefundTransferEntity[] {
  const added = new Map<string, bigint>()
  return transfers.flatMap((transfer) => {
    const candidates = open
      .filter(({ watchKey }) => watchKey === transfer.to)
      .map((refund) => ({ ...refund, countedUnits: refund.countedUnits + (added.get(refund.id) ?? 0n) }))
    const refundId = refundIdOf(matchOf(recorded, transfer, candidates))
    if (refundId === undefined) return []
    if (refundId !== null) added.set(refundId, (added.get(refundId) ?? 0n) + transfer.units)
    return transferRow(recorded, transfer, refundId)
  })
}

function matchOf({ block }: RefundBlock, { asset, units }: Transfer, candidates: readonly WatchedRefund[]): RefundMatch {
  return asset === null ? 'ignored' : matchRefund(candidates, { asset, units, height: block.height, at: block.at })
}

/** Null for a transfer that asks; undefined for one that is not stored. */
function refundIdOf(match: RefundMatch): string | null | undefined {
  if (match === 'ignored') return undefined
  return match === 'asks' ? null : match.refundId
}
