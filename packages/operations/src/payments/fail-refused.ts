import { findRefused, lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { messageOf } from '@gateway/domain/kernel/error'
import { giveBackUsage } from '../businesses/give-back-usage.ts'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { giveUpAddress } from './give-up-address.ts'

const AT_ONCE = 500

/**
 * Ends the payments whose address the signer refuses to pay from: each fails, so that nobody is asked to pay there, and counts for no plan. A refusal is
 * for ever, and most of these creations were answered with an error.
 *
 * @returns how many have failed.
 */
export async function failRefused(ctx: Context): Promise<number> {
  const refused = await findRefused(ctx.orm.em.fork(), { limit: AT_ONCE })
  let failed = 0
  for (const one of refused) {
    const isFailed = await transaction(ctx, (em) => failOne(em, ctx, one)).catch((error: unknown) => {
      // What is wrong with one of them keeps nobody else from being swept.
      ctx.log.error({ paymentId: one.id, problem: messageOf(error) }, 'a payment that the signer refuses could not be ended')
      return false
    })
    if (isFailed) failed += 1
  }
  return failed
}

async function failOne(em: Em, ctx: Context, { id, reason }: { id: string; reason: string }): Promise<boolean> {
  const [payment] = await lockPayments(em, [id])
  if (payment?.state !== 'pending') return false
  await giveBackUsage(em, payment)
  await giveUpAddress(em, ctx, { payment, actor: 'system', action: 'payment.refuse_address', details: { reason } })
  return true
}
