import { findAccount } from '@gateway/db/cards/account-queries'
import { readAccount } from '@gateway/providers/stripe/answers/accounts'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { accountRetrieval } from '@gateway/providers/stripe/requests/accounts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { applyAccount } from './apply-account.ts'

/** Asks the processor about an account, and brings its row to the answer. @returns why there was no answer; undefined when there was one. */
export async function lookAtAccount(ctx: ProcessorContext, { id }: { id: string }): Promise<FailedCall | undefined> {
  const account = await findAccount(ctx.orm.em.fork(), { id })
  if (!account || account.processorAccountId === null) return undefined
  const askedAt = ctx.clock.now()
  const answer = await ctx.processor.send(accountRetrieval(account.processorAccountId), { read: readAccount })
  if (answer.result !== 'done') return answer
  await applyAccount(ctx, account, { facts: answer.facts, askedAt })
  return undefined
}
