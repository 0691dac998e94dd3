import { sql } from 'kysely'
import { tables } from '@gateway/db/tables'
import { releasableReasons } from '@gateway/domain/custody/hold-reasons'
import { purposeNames } from '@gateway/domain/custody/purposes'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { ApprovedDecision } from './approve.ts'
import { payoutApprovalTermsOf } from './read-payout-approvals.ts'

/** Releases a payout above the caps at its next try, with its current amount. `ref` is the payment or refund. */
export const payoutApprovalOf = ({ ref, leg }: { ref: string; leg: number }): ApprovedDecision => ({
  kind: 'release',
  action: 'payout.release',
  async find(em) {
    const payout = await tables(em)
      .selectFrom('spend_intent')
      .select(['id', 'units', 'state', 'holdReason'])
      .where('purpose', 'in', purposeNames)
      .where('ref', '=', ref)
      .where('leg', '=', leg)
      // Payouts of several purposes may share an object; the one that a cap holds is meant.
      .orderBy(sql`state = 'held' AND hold_reason = ANY (${[...releasableReasons]}::text[])`, sql`DESC NULLS LAST`)
      .orderBy(sql`state = 'held'`, 'desc')
      .executeTakeFirst()
    if (!payout) throw new NotFound('payout')
    const { state, holdReason } = payout
    if (state !== 'held' || !releasableReasons.has(holdReason ?? '')) throw new InvalidState(state, 'release a payout that no cap holds')
    const named = payoutApprovalTermsOf(payout)
    return { ...named, subjectId: ref, details: { leg, ...named.terms } }
  },
})
