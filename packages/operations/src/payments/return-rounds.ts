import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'

/** Ids of the rounds that send money of some payments back; asks nothing where nothing was ever sent back. */
export async function readReturnRounds(
  em: Em,
  payments: readonly Pick<PaymentEntity, 'id' | 'returningUnits'>[],
): Promise<ReadonlySet<string>> {
  const ids = payments.filter(({ returningUnits }) => returningUnits > 0n).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const backs = await tables(em).selectFrom('payment_return').select('id').where('paymentId', 'in', ids).execute()
  if (backs.length === 0) return new Set()
  const refs = backs.map(({ id }) => id)
  const rounds = tables(em).selectFrom('spend_intent').select('id').where('purpose', '=', 'payment_refund').where('ref', 'in', refs)
  return new Set((await rounds.execute()).map(({ id }) => id))
}
