import { deleteUnopenedAccount } from '@gateway/db/cards/account-queries'
import type { ProcessorAccountEntity } from '@gateway/db/cards/processor-account.entity'
import type { AccountFacts } from '@gateway/domain/cards/facts'
import { isLookUpDue } from '@gateway/domain/cards/purposes'
import { readAccount } from '@gateway/providers/stripe/answers/accounts'
import { lookUp } from '@gateway/providers/stripe/look-up'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { accountCreation } from '@gateway/providers/stripe/requests/accounts'
import { accountsOf } from '@gateway/providers/stripe/requests/look-ups'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { applyAccount } from './apply-account.ts'

/** The account of a business at the processor, or why it could not be opened. */
type Opened = { readonly result: 'done'; readonly accountId: string } | FailedCall

/**
 * Opens the account of a business at the processor, once: the call has the key of our row, whose parameters nobody changes. After a refusal the row is
 * forgotten, so that its business can try with other facts.
 */
export async function openAccount(ctx: ProcessorContext, account: ProcessorAccountEntity): Promise<Opened> {
  if (account.processorAccountId !== null) return { result: 'done', accountId: account.processorAccountId }
  const askedAt = ctx.clock.now()
  const answer = await findOrCreate(ctx, account)
  if (answer.result === 'refused') await deleteUnopenedAccount(ctx.orm.em.fork(), account)
  if (answer.result !== 'done') return answer
  await applyAccount(ctx, account, { facts: answer.facts, askedAt })
  return { result: 'done', accountId: answer.facts.id }
}

async function findOrCreate(
  ctx: ProcessorContext,
  account: ProcessorAccountEntity,
): Promise<{ readonly result: 'done'; readonly facts: AccountFacts } | FailedCall> {
  const { id: intentId, country, email, businessName, createdAt } = account
  if (isLookUpDue(createdAt, ctx.clock.now())) {
    const list = accountsOf({ from: createdAt, until: ctx.clock.now() })
    const found = await lookUp(ctx.processor, list, { intentId, read: readAccount })
    if (found.result === 'found') return { result: 'done', facts: found.facts }
    if (found.result !== 'absent') return found
  }
  const request = accountCreation({ intentId, country, email, businessName })
  return ctx.processor.send(request, { read: readAccount, idempotencyKey: `account:${intentId}` })
}
