import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../../kernel/context.ts'
import { queueNotification } from '../../../kernel/notifications.ts'
import { advanceRefunds } from '../../lifecycle/advance-refunds.ts'
import type { RefundedObject } from './refunded-object.ts'

/** The address of a refund, and its earliest payout. */
interface Commitment {
  readonly back: Pick<RefundEntity, 'id' | 'offerEndsAt'>
  readonly object: Pick<RefundedObject, 'payoutTermsId' | 'termsSubject'>
  readonly address: string
  readonly usableAt: Date
}

/**
 * Freezes the payout terms of an offered refund, with the address and key of its object, and notifies the signer.
 *
 * @throws {Error} unless it is offered, which the caller's lock ensures.
 */
export async function commitRefund(em: Em, ctx: Context, { back, object, address, usableAt }: Commitment): Promise<void> {
  const now = ctx.clock.now()
  const own = await tables(em).selectFrom('payout_terms').selectAll().where('id', '=', object.payoutTermsId).executeTakeFirstOrThrow()
  const payoutTermsId = ctx.ids.uuid()
  await tables(em)
    .insertInto('payout_terms')
    .values({
      ...own,
      id: payoutTermsId,
      subject: object.termsSubject,
      subjectId: back.id,
      recipients: [{ role: 'payer', address }],
      feeBps: 0,
      conditions: null,
      expiresAt: back.offerEndsAt,
      createdAt: now,
    })
    .execute()
  const claimed = await advanceRefunds(em, { ids: [back.id], input: 'claim', patch: { address, payoutTermsId, claimedAt: now, usableAt } })
  if (claimed.length === 0) throw new Error(`refund ${back.id} is not offered`)
  queueNotification(em, { channel: 'committed', payload: '' })
}
