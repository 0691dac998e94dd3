import {
  findOpenRefund,
  findRefundPayout,
  type HeldOf,
  listRefunds,
  NOT_CLAIMED,
  type RefundPayoutRows,
} from '@gateway/db/payments/refund-queries'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'

/** A refund and its payout, as far as it has come. */
export interface KnownRefund {
  readonly refund: RefundEntity
  readonly payout: RefundPayoutRows
}

/** What a list shows: a moment, and an id that decides between two of one moment. */
interface Listed {
  readonly id: string
  readonly createdAt: Date
}

/** Every refund of an object that was offered, oldest first. */
export async function readRefunds(em: Em, of: HeldOf): Promise<KnownRefund[]> {
  const known: KnownRefund[] = []
  for (const refund of await listRefunds(em, of))
    known.push({ refund, payout: refund.payoutTermsId === null ? NOT_CLAIMED : await findRefundPayout(em, refund) })
  return known
}

/** The refund of an object that has not ended: its held money is offered back, or on its way. */
export const findOpen = (em: Em, of: HeldOf): Promise<RefundEntity | undefined> => findOpenRefund(em, of)

/** The refunds of an object, which come from two tables, in the order of every list. */
export const newestFirst = <Row extends Listed>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1))
