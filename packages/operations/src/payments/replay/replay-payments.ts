import type { Orm } from '@gateway/db/orm'
import { BEGINNING } from '@gateway/db/kernel/page'
import { findPage } from '@gateway/db/payments/sweep-queries'
import { readSnapshot } from '../read-snapshot.ts'
import { comparePayment, type Difference } from './compare-payment.ts'
import { readPaymentRecords } from './read-payment-records.ts'

/** The input of a replay. */
export interface ReplayInput {
  readonly orm: Orm
  /** Called for each difference. */
  readonly tell: (difference: Difference) => void
  readonly pageSize?: number
}

const PAGE_SIZE = 200

/**
 * Recomputes every payment from its records and reports differences from the stored rows (invariant I14).
 *
 * Recomputed are: deposits, from observations; amounts, exceptions, first transaction and block, from deposits; the resolution, from the event of the
 * confirmation; the policy, from amounts; the terms, from quote and payout terms; the state, from events, deposits, credits, signatures and
 * settlements. Amount and asset of a deposit, which the ledger repeats, and times of changes are taken as stored. One page per snapshot, so concurrent
 * writers are not disturbed.
 *
 * @returns how many payments were replayed, and how many differences were reported.
 */
export async function replayPayments({ orm, tell, pageSize = PAGE_SIZE }: ReplayInput): Promise<{ payments: number; differences: number }> {
  const counted = { payments: 0, differences: 0 }
  for (let after = BEGINNING; ;) {
    const page = await replayPage(orm, { after, limit: pageSize })
    for (const difference of page.differences) tell(difference)
    counted.payments += page.ids.length
    counted.differences += page.differences.length
    const last = page.ids.at(-1)
    if (last === undefined || page.ids.length < pageSize) return counted
    after = last
  }
}

/** Compares after the snapshot has ended, because a transaction that is idle for seconds is terminated. */
async function replayPage(orm: Orm, page: { after: string; limit: number }): Promise<{ ids: string[]; differences: Difference[] }> {
  const records = await readSnapshot(orm, async (em) => {
    const payments = await findPage(em, page)
    return payments.length === 0 ? [] : readPaymentRecords(em, payments)
  })
  return { ids: records.map(({ payment }) => payment.id), differences: records.flatMap(comparePayment) }
}
