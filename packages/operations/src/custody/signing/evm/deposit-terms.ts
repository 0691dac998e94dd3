import type { DepositTerms } from '@gateway/chains/rail'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import { recipientOf } from '@gateway/domain/custody/intent'

/** The terms of a deposit address, as its commit froze them. */
export const depositTermsOf = (commit: PayoutTermsEntity): DepositTerms => ({
  id: commit.subjectId,
  merchant: recipientOf(commit, 'merchant'),
  platform: recipientOf(commit, 'platform'),
  feeBps: commit.feeBps,
})
