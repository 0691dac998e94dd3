import { tables } from '@gateway/db/tables'
import { releasableReasons } from '@gateway/domain/custody/hold'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { Decision } from './approve.ts'
import { releaseTermsOf } from './read-releases.ts'

/** Lets a payout above the caps leave, at its next try, with the amount that it has now. `ref` is the payment, or the return. */
export const releaseOf = ({ ref, leg }: { ref: string; leg: number }): Decision => ({
  kind: 'release',
  action: 'payout.release',
  async find(em) {
    const payout = await tables(em)
      .selectFrom('spend_intent')
      .select(['id', 'units', 'state', 'holdReason'])
      .where('purpose', 'in', ['forward', 'payment_refund'])
      .where('ref', '=', ref)
      .where('leg', '=', leg)
      .executeTakeFirst()
    if (!payout) throw new NotFound('payout')
    const { state, holdReason } = payout
    if (state !== 'held' || !releasableReasons.has(holdReason ?? '')) throw new InvalidState(state, 'release a payout that no cap holds')
    const named = releaseTermsOf(payout)
    return { ...named, subjectId: ref, details: { leg, ...named.terms } }
  },
})
