import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'

/** The address of a refund, and its earliest payout. */
interface Commitment {
  readonly back: Pick<RefundEntity, 'id' | 'offerEndsAt'>
  readonly payment: Pick<PaymentEntity, 'payoutTermsId'>
  readonly address: string
  readonly usableAt: Date
}

/** Freezes the payout terms of an offered refund, with the address and key of its payment, and notifies the signer. */
export async function commitRefund(em: Em, ctx: Context, { back, payment, address, usableAt }: Commitment): Promise<void> {
  const now = ctx.clock.now()
  const own = await tables(em).selectFrom('payout_terms').selectAll().where('id', '=', payment.payoutTermsId).executeTakeFirstOrThrow()
  const payoutTermsId = ctx.ids.uuid()
  await tables(em)
    .insertInto('payout_terms')
    .values({
      ...own,
      id: payoutTermsId,
      subject: 'refund',
      subjectId: back.id,
      recipients: [{ role: 'payer', address }],
      feeBps: 0,
      expiresAt: back.offerEndsAt,
      createdAt: now,
    })
    .execute()
  await tables(em)
    .updateTable('refund')
    .set({ state: 'claimed', address, payoutTermsId, claimedAt: now, usableAt })
    .where('id', '=', back.id)
    .execute()
  queueNotification(em, { channel: 'committed', payload: '' })
}
