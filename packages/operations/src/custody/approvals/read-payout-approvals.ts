import { findApprovals } from '@gateway/db/custody/approvals/approval-queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { approversOf } from '@gateway/domain/custody/approval'

type Payout = Pick<SpendIntentEntity, 'id' | 'units'>

/** The terms of a release: the payout with its current amount. */
export const payoutApprovalTermsOf = ({ id, units }: Payout) => ({ subject: id, terms: { units: String(units) } })

/** How many operators have released a payout with its current amount. */
export async function readPayoutApprovals(em: Em, payouts: readonly Payout[]): Promise<(payout: Payout) => number> {
  const approvals = await findApprovals(
    em,
    'release',
    payouts.map(({ id }) => id),
  )
  return (payout) => approversOf(approvals, payoutApprovalTermsOf(payout)).length
}
