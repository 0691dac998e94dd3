import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { type PauseScope, scopesOf } from '@gateway/domain/custody/pause'

/** The pause that stops a payout of a payment now; undefined when none does. Takes no lock, because signing checks again. */
export async function findPause(
  em: Em,
  { id, chain, asset, businessId }: Pick<PaymentEntity, 'id' | 'chain' | 'asset' | 'businessId'>,
): Promise<PauseScope | undefined> {
  const { merchantId } = await tables(em).selectFrom('business').select('merchantId').where('id', '=', businessId).executeTakeFirstOrThrow()
  const pause = await tables(em)
    .selectFrom('pause')
    .select('scope')
    .where('scope', 'in', scopesOf({ chain, asset, merchantId, object: `payment:${id}` }))
    .where('pausedAt', 'is not', null)
    .orderBy('scope')
    .executeTakeFirst()
  return pause?.scope
}
