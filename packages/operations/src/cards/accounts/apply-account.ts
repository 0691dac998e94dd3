import { lockAccount, saveAccount } from '@gateway/db/cards/account-queries'
import type { ProcessorAccountEntity } from '@gateway/db/cards/processor-account.entity'
import type { AccountFacts } from '@gateway/domain/cards/facts'
import { isNewer, isOnboardingComplete } from '@gateway/domain/cards/processor-account'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

const LOOK_AGAIN_MS = 10 * 60 * 1_000

/** What the processor has answered about an account, and when it was asked. */
interface Heard {
  readonly facts: AccountFacts
  readonly askedAt: Date
}

/** Brings the account of a business to what the processor says about it; an answer that is older than the stored one changes nothing. */
export async function applyAccount(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { id }: { id: string }, heard: Heard): Promise<void> {
  await transaction(ctx, async (em) => {
    const account = await lockAccount(em, { id })
    if (account && isNewer(heard.askedAt, account)) await saveAccount(em, { id, ...knownOf(heard), ...nextLook(ctx, account, heard.facts) })
  })
}

const knownOf = ({ facts, askedAt }: Heard) => ({
  processorAccountId: facts.id,
  detailsSubmitted: facts.detailsSubmitted,
  chargesEnabled: facts.chargesEnabled,
  payoutsEnabled: facts.payoutsEnabled,
  requirementsDue: [...facts.requirementsDue],
  requirementsDeadline: facts.requirementsDeadline,
  disabledReason: facts.disabledReason,
  asOf: askedAt,
})

/** An account that waits for its merchant is asked about from time to time, less and less often; a complete one only when an event tells. */
function nextLook(ctx: Pick<Context, 'clock'>, { createdAt }: Pick<ProcessorAccountEntity, 'createdAt'>, facts: AccountFacts) {
  const now = ctx.clock.now()
  const waitMs = Math.max(LOOK_AGAIN_MS, (now.getTime() - createdAt.getTime()) / 2)
  return { lookAt: isOnboardingComplete(facts) ? null : new Date(now.getTime() + waitMs), updatedAt: now }
}
