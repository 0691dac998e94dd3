import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isNoneOf, type SweptPage } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { PayoutTermsPinEntity } from './payout-terms-pin.entity.ts'
import { findPayoutTerms } from './payout-terms-queries.ts'
import type { PayoutTermsEntity } from './payout-terms.entity.ts'
import { findPayoutTermsPins, isUnpinned } from './pin-queries.ts'

/** Terms that pay to an address that a payer named, with the payment or invoice whose money it is. */
export interface UnpinnedRefund {
  readonly commit: PayoutTermsEntity
  readonly objectId: string
  /** The terms of that object itself. */
  readonly own: PayoutTermsEntity
  readonly ownPin: PayoutTermsPinEntity | undefined
}

/** Terms of refunds that the signer has not checked yet, a page at a time; terms that belong to no refund are omitted. */
export async function findUnpinnedRefunds(em: Em, page: SweptPage & { chains: readonly ChainCode[] }): Promise<UnpinnedRefund[]> {
  const rows = await tables(em)
    .selectFrom('payout_terms')
    .innerJoin('refund as back', 'back.payoutTermsId', 'payout_terms.id')
    .leftJoin('payment', 'payment.id', 'back.paymentId')
    .leftJoin('invoice', 'invoice.id', 'back.invoiceId')
    .selectAll('payout_terms')
    .select(({ fn }) => [
      fn.coalesce('back.paymentId', 'back.invoiceId').as('objectId'),
      fn.coalesce('payment.payoutTermsId', 'invoice.payoutTermsId').as('ownId'),
    ])
    .where('payout_terms.subject', 'in', ['refund', 'invoice_refund'])
    .whereRef('payout_terms.subjectId', '=', 'back.id')
    .where('payout_terms.chain', 'in', [...page.chains])
    .where(isUnpinned)
    .where('payout_terms.id', '>', page.after)
    .where(isNoneOf(sql`payout_terms.id`, page.except))
    .orderBy('payout_terms.id')
    .limit(page.limit)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.flatMap(({ ownId }) => ownId ?? [])
  const [owns, pins] = [await findPayoutTerms(em, ids), await findPayoutTermsPins(em, ids)]
  return rows.flatMap(({ objectId, ownId, ...commit }) => {
    const own = ownId === null ? undefined : owns.get(ownId)
    return own && objectId !== null ? [{ commit, objectId, own, ownPin: pins.get(own.id) }] : []
  })
}
