import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ObjectScope } from '@gateway/domain/custody/pause'
import { purposes } from '@gateway/domain/custody/purposes'

/** What names the object of a payout. */
type Payout = Pick<SpendIntentEntity, 'purpose' | 'ref'>

/** The scope of the object that each payout belongs to; that of a refund is the object whose money goes back. One query for any number, none without a refund. */
export async function readObjectScopes(em: Em, payouts: readonly Payout[]): Promise<(payout: Payout) => ObjectScope> {
  const refunds = payouts.filter(isOfRefund).map(({ ref }) => ref)
  const rows =
    refunds.length === 0
      ? []
      : await tables(em).selectFrom('refund').select(['id', 'paymentId', 'invoiceId']).where('id', 'in', refunds).execute()
  const ownerOf = new Map(rows.map(({ id, paymentId, invoiceId }) => [id, paymentId ?? invoiceId]))
  return (payout) => `${purposes[payout.purpose].owner}:${(isOfRefund(payout) ? ownerOf.get(payout.ref) : undefined) ?? payout.ref}`
}

const isOfRefund = ({ purpose }: Payout): boolean => purposes[purpose].isHeldAfterPin
