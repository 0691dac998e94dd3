import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { lockOpenRefund, type HeldOf } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import type { ReturnInput } from '@gateway/domain/payments/refund'
import { writeAuditEntry } from '../../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../../kernel/context.ts'
import { advanceRefunds } from '../../lifecycle/advance-refunds.ts'

/** The actor and the reason of a refund's end, as a code for operators. */
interface Ending {
  readonly by: string
  readonly reason: string
  /** A refund that is being paid cannot be withdrawn, only lost. */
  readonly input?: Extract<ReturnInput, 'withdraw' | 'lose'>
}

/** Ends a locked refund for good, if its state allows it: its link stops working, and its remaining money stays held. */
export async function endRefund(em: Em, ctx: Context, { back, ...ending }: Ending & { back: RefundEntity }): Promise<boolean> {
  const { by, reason, input = 'withdraw' } = ending
  const ended = await advanceRefunds(em, { ids: [back.id], input, patch: { endedAt: ctx.clock.now(), endReason: reason } })
  if (ended.length === 0) return false
  const details = { return: back.id, reason, was: back.state, address: back.address }
  await writeAuditEntry(em, ctx, { actor: by, action: 'return.withdraw', subjectId: ownerIdOf(back), details })
  return true
}

/** The id of the payment or invoice that a refund is of. @throws {Error} for a row of neither, which its constraint excludes. */
function ownerIdOf({ id, paymentId, invoiceId }: Pick<RefundEntity, 'id' | 'paymentId' | 'invoiceId'>): string {
  const ownerId = paymentId ?? invoiceId
  if (ownerId === null) throw new Error(`refund ${id} is of nothing`)
  return ownerId
}

/** Ends the open refund of an object whose money was decided about otherwise. */
export async function endOpenRefund(em: Em, ctx: Context, { of, ...ending }: Ending & { of: HeldOf }): Promise<void> {
  const back = await lockOpenRefund(em, of)
  if (back) await endRefund(em, ctx, { back, ...ending })
}
