import type { Evaluated } from '../policy/evaluate-payouts.ts'
import type { Decided } from '../policy/decision-log.ts'
import type { SignedAttempt } from './signed-attempt.ts'

/** The facts behind a decision, as text for the decision log. */
export const decidedOf = (
  { intent, verdict, facts, countedCents }: Evaluated,
  { txId, replaces }: Pick<SignedAttempt, 'txId'> & { readonly replaces?: string },
): Decided => ({
  intent,
  verdict,
  facts: {
    attempt: txId,
    ...(replaces !== undefined && { replaces }),
    commit: intent.payoutTermsId,
    units: String(intent.units),
    cents: String(countedCents),
    ...(facts.round?.costUnits !== undefined && { cost: String(facts.round.costUnits) }),
    hourCents: String(facts.velocity.hourCents),
    dayCents: String(facts.velocity.dayCents),
    approvals: String(facts.approvals),
  },
})
