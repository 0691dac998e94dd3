import type { Rail } from '@gateway/chains/rail'
import type { ComputedDeposit, DepositTerms } from '@gateway/chains/rail/computed-deposit'
import { type Commit, recipientOf } from '@gateway/domain/custody/intent'

/** The part of payout terms that an address without a key follows from. */
type Computable = Pick<Commit, 'id' | 'subjectId' | 'recipients' | 'feeBps' | 'conditions'>

/** The terms of a deposit address, as its commit froze them. @throws {Error} when they lack a recipient. */
export const depositTermsOf = (commit: Computable): DepositTerms => ({
  id: commit.subjectId,
  merchant: recipientOf(commit, 'merchant'),
  platform: recipientOf(commit, 'platform'),
  feeBps: commit.feeBps,
})

/**
 * The address without a key that terms give: an escrow's contract where they have one, else a deposit's. Undefined where the chain computes none.
 * @throws {Error} for terms that give none.
 */
export function computeAddress(rail: Rail, commit: Computable): ComputedDeposit | undefined {
  const contract = commit.conditions?.contract
  return contract ? rail.escrows?.compute(contract) : rail.computeDeposit?.(depositTermsOf(commit))
}
