import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Context } from '../../../kernel/context.ts'
import { hashRefundToken, newRefundToken } from './refund-link.ts'
import type { RefundedObject } from './refunded-object.ts'

/** The object of a refund offer, who offers it, and how long its link is valid. */
interface NewOffer {
  readonly object: Pick<RefundedObject, 'of' | 'businessId'>
  readonly by: string
  readonly endsAt: Date
}

const unclaimed = {
  state: 'offered',
  address: null,
  payoutTermsId: null,
  claimedAt: null,
  usableAt: null,
  holdReason: null,
  endedAt: null,
  endReason: null,
} as const

/** Stores an unclaimed refund with the hash of a new token. @throws {InvalidState} when the object has another open one. */
export async function insertOffer(em: Em, ctx: Context, { object, by, endsAt }: NewOffer): Promise<{ id: string; token: string }> {
  const [id, token] = [ctx.ids.uuid(), newRefundToken(ctx)]
  const written = await tables(em)
    .insertInto('refund')
    .values({
      ...unclaimed,
      id,
      paymentId: null,
      invoiceId: null,
      ...object.of,
      businessId: object.businessId,
      offeredBy: by,
      offeredAt: ctx.clock.now(),
      offerEndsAt: endsAt,
      tokenHash: hashRefundToken(token),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new InvalidState('offered', 'offer a refund that is being offered already')
  return { id, token }
}
