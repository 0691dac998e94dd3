import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { readLightningPayments } from '@gateway/db/lightning/payment-queries'
import type { Context } from '../../kernel/context.ts'
import { batched } from '../../kernel/batch-calls.ts'

const MAX_PAYMENTS = 100

/** Any payment, for a caller that waits for it; undefined while there is none. */
export const readPayment = ({ orm }: Pick<Context, 'orm'>, { id }: { id: string }): Promise<LightningPaymentEntity | undefined> =>
  readTogether(orm, id)

/** Batches the look-ups of concurrent requests. */
const readTogether = batched({
  most: MAX_PAYMENTS,
  work: async (orm, ids: readonly string[]): Promise<(LightningPaymentEntity | undefined)[]> => {
    const known = new Map((await readLightningPayments(orm.em.fork(), { ids })).map((payment) => [payment.id, payment]))
    return ids.map((id) => known.get(id))
  },
})
