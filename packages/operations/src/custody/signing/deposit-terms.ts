import type { DepositTerms } from '@gateway/chains/rail'
import type { CommitEntity } from '@gateway/db/custody/commit.entity'
import { recipientOf } from '@gateway/domain/custody/intent'

/** The terms of a deposit address, as its commit froze them. */
export const depositTermsOf = (commit: CommitEntity): DepositTerms => ({
  id: commit.subjectId,
  merchant: recipientOf(commit, 'merchant'),
  platform: recipientOf(commit, 'platform'),
  feeBps: commit.feeBps,
})
