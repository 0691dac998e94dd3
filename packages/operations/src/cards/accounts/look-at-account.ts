import { findAccount } from '@gateway/db/cards/account-queries'
import type { ProcessorAccountEntity } from '@gateway/db/cards/processor-account.entity'
import type { AccountFacts } from '@gateway/domain/cards/facts'
import { readAccount } from '@gateway/providers/stripe/answers/accounts'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { accountRetrieval } from '@gateway/providers/stripe/requests/accounts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { applyAccount } from './apply-account.ts'

/**
 * Asks the processor about an account, and brings its row to the answer; one that is not ours to ask any more, because its merchant has taken our access
 * away, may do nothing.
 *
 * @returns why there was no answer; undefined when there was one.
 */
export async function lookAtAccount(ctx: ProcessorContext, { id }: { id: string }): Promise<FailedCall | undefined> {
  const account = await findAccount(ctx.orm.em.fork(), { id })
  if (!account || account.processorAccountId === null) return undefined
  const askedAt = ctx.clock.now()
  const answer = await ctx.processor.send(accountRetrieval(account.processorAccountId), { read: readAccount })
  if (answer.result !== 'done' && !isDisconnected(answer)) return answer
  const facts = answer.result === 'done' ? answer.facts : disconnectedFacts(account, account.processorAccountId)
  await applyAccount(ctx, account, { facts, askedAt })
  return undefined
}

const isDisconnected = ({ result, code }: FailedCall): boolean => result === 'refused' && code === 'account_invalid'

/** What is true of an account that we may not ask any more. */
const disconnectedFacts = ({ country, detailsSubmitted }: ProcessorAccountEntity, id: string): AccountFacts => ({
  id,
  intentId: null,
  country,
  detailsSubmitted,
  chargesEnabled: false,
  payoutsEnabled: false,
  requirementsDue: [],
  requirementsDeadline: null,
  disabledReason: 'platform_disconnected',
})
