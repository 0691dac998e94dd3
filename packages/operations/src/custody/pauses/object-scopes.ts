import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ObjectScope } from '@gateway/domain/custody/pause'
import { purposes } from '@gateway/domain/custody/purposes'

/** What names the object of a payout. */
type Payout = Pick<SpendIntentEntity, 'purpose' | 'ref'>

/** The scope of the object that each payout belongs to; that of a refund is its payment. One query for any number, none without a refund. */
export async function readObjectScopes(em: Em, payouts: readonly Payout[]): Promise<(payout: Payout) => ObjectScope> {
  const refunds = payouts.filter(isOfRefund).map(({ ref }) => ref)
  const rows =
    refunds.length === 0 ? [] : await tables(em).selectFrom('refund').select(['id', 'paymentId']).where('id', 'in', refunds).execute()
  const paymentOf = new Map(rows.map(({ id, paymentId }) => [id, paymentId]))
  return (payout) => `${purposes[payout.purpose].owner}:${(isOfRefund(payout) ? paymentOf.get(payout.ref) : undefined) ?? payout.ref}`
}

const isOfRefund = ({ purpose }: Payout): boolean => purposes[purpose].termsOf === 'refund'
