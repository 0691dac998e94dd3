import { findReceipt, withdrawReceiptRow } from '@gateway/db/identity/receipts/submitted-queries'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

interface Withdrawal {
  readonly id: string
  readonly reason: string
  readonly by: OperatorName
}

/**
 * Withdraws a receipt that should not count: it stays public and in its chain, with the moment since which it counts no more. The service cannot let it count again.
 *
 * @throws {NotFound} @throws {InvalidState} when it is withdrawn.
 */
export async function withdrawReceipt(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { id, reason, by }: Withdrawal): Promise<void> {
  await transaction(ctx, async (em) => {
    if (!(await withdrawReceiptRow(em, { id, at: ctx.clock.now() })))
      throw (await findReceipt(em, { id })) ? new InvalidState('withdrawn', 'withdraw the receipt') : new NotFound('receipt')
    await writeAuditEntry(em, ctx, { actor: by, action: 'receipt.withdraw', subjectId: id, details: { reason } })
  })
}
