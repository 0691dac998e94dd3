import type { SeenCheckout } from '@gateway/contract/checkout'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { viewPayment } from './get-payment.ts'

/** A payment as its payer may see it, with its deposits, by its unguessable id alone. @throws {NotFound} */
export async function viewCheckout(ctx: Context, { id }: { id: string }): Promise<SeenCheckout> {
  const [seen, deposits] = await Promise.all([viewPayment(ctx, { id }), readDeposits(ctx.orm.em.fork(), 'payment', [id])])
  return { ...seen, deposits: deposits.toSorted((one, other) => one.arrivedAt.getTime() - other.arrivedAt.getTime()) }
}
