import { type DueRefund, findDueRefunds } from '@gateway/db/payments/refund-queries'
import type { Context } from '../../../kernel/context.ts'
import { sweepEach } from '../../../kernel/sweeps/sweep-each.ts'
import type { SweepName } from '../../../kernel/sweeps/sweep-names.ts'

export type { DueRefund }

/** Which refunds to go through, and what to do about each. */
interface DueSweep {
  readonly name: Extract<SweepName, 'due_refunds' | 'due_invoice_refunds'>
  readonly of: 'payment' | 'invoice'
  readonly limit?: number | undefined
  readonly plan: (due: DueRefund) => Promise<boolean>
}

/** Goes through the claimed refunds of a kind of object whose hold is over. @returns how many were planned. */
export function sweepDueRefunds(ctx: Context, { name, of, limit, plan }: DueSweep): Promise<number> {
  const now = ctx.clock.now()
  return sweepEach<DueRefund>(
    ctx,
    {
      name,
      limit,
      read: (page) => findDueRefunds(ctx.orm.em.fork(), { ...page, of, now }),
      keyOf: ({ ownerId }) => ownerId,
      aboutOf: ({ ownerId }) => (of === 'payment' ? { paymentId: ownerId } : { invoiceId: ownerId }),
    },
    plan,
  )
}
