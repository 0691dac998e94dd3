import type { LightningPreimageEntity } from '@gateway/db/lightning/lightning-preimage.entity'
import { keepPreimages } from '@gateway/db/lightning/preimage-queries'
import { batched } from '../../kernel/batch-calls.ts'
import type { Context } from '../../kernel/context.ts'

const MAX_PREIMAGES = 100

/** Stores the preimage of an invoice to come, unless it has one. @returns the one that it has. */
export const keepPreimage = ({ orm }: Pick<Context, 'orm'>, row: LightningPreimageEntity): Promise<string> => keepTogether(orm, row)

/** Batches the preimages of invoices that are made at once. */
const keepTogether = batched({
  most: MAX_PREIMAGES,
  work: async (orm, rows: readonly LightningPreimageEntity[]): Promise<string[]> => {
    // Of two for one invoice the first is stored.
    const wanted = new Map(rows.toReversed().map((row) => [row.paymentId, row]))
    const kept = await keepPreimages(orm.em.fork(), [...wanted.values()])
    return rows.map(({ paymentId, preimage }) => kept.get(paymentId) ?? preimage)
  },
})
