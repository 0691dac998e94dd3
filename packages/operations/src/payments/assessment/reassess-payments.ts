import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { assessAndSettle } from './payment-subject.ts'

/** Assesses payments again from known facts, because something other than their chain has changed, in the caller's transaction. */
export async function reassessPayments(em: Em, ctx: Context, payments: readonly Pick<PaymentEntity, 'id' | 'chain'>[]): Promise<void> {
  if (payments.length === 0) return
  const views = await readViews(em)
  for (const [chain, own] of Map.groupBy(payments, (payment) => payment.chain)) {
    const view = { ...(views.get(chain) ?? unread), at: ctx.clock.now() }
    await assessAndSettle(em, ctx, { chain, ids: own.map((payment) => payment.id), view })
  }
}
