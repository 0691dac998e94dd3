import { readLightningPayment } from '@gateway/db/lightning/payment-queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { LightningSendAdvanced } from '@gateway/workflows/lightning/signals'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

/** Wakes the role that sends: it finds by the rows what is due. @throws {NotFound} */
export async function wakeLightningSend(
  ctx: Pick<Context, 'orm' | 'ids'>,
  { paymentId }: { paymentId: string },
): Promise<LightningSendAdvanced> {
  return transaction(ctx, async (em) => {
    const payment = await readLightningPayment(em, { id: paymentId })
    if (!payment) throw new NotFound('Lightning payment')
    if (payment.state === 'pending') queueNotification(em, { channel: 'lightning_due', payload: 'call' })
    return { state: payment.state }
  })
}
