import type { Em } from '@gateway/db/orm'
import type { Context } from '../../../kernel/context.ts'
import type { RefundBlock } from '../../../kernel/address-owners.ts'
import { recordRefundTransfers } from './record-refund-transfers.ts'
import { recountAssistedRefunds } from './recount-assisted-refunds.ts'
import { settleTransfers } from './settle-transfers.ts'

/**
 * Counts what a block pays of refunds, and what has its confirmations with it, in the scanner's transaction. Without a transfer, and while none waits,
 * nothing is asked of the database.
 */
export async function recordRefundBlock(em: Em, ctx: Context, recorded: RefundBlock): Promise<void> {
  const { chain, facts, view } = recorded
  if (facts.transfers.length === 0 && !facts.hasUnsettled) return
  const counted = await recordRefundTransfers(em, ctx, recorded)
  const settled = await settleTransfers(em, { chain, view })
  await recountAssistedRefunds(em, ctx, { ids: [...counted, ...settled], view })
}
