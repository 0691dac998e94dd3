import { findAccount } from '@gateway/db/cards/account-queries'
import { readAccountLink } from '@gateway/providers/stripe/answers/accounts'
import { accountLinkCreation } from '@gateway/providers/stripe/requests/accounts'
import { refusedFor, type TaskHandler } from '../lifecycle/processor-task.ts'
import { openAccount } from './open-account.ts'

/** The answer of a task `account_link`, as its row keeps it. */
export interface StoredLink {
  readonly processorAccountId: string
  readonly url: string
  /** RFC 3339, UTC. */
  readonly expiresAt: string
}

/** Opens the account of a business, if it has none, and creates a fresh link on which its merchant completes it. */
export const createAccountLink: TaskHandler = async (ctx, task) => {
  const account = await findAccount(ctx.orm.em.fork(), { id: task.ref })
  if (!account) return refusedFor('account_refused')
  const opened = await openAccount(ctx, account)
  if (opened.result !== 'done') return opened
  const { accountId } = opened
  const page = `${ctx.publicUrl}/dashboard/b/${account.businessId}/cards/onboarding`
  const request = accountLinkCreation({ accountId, returnUrl: `${page}?from=processor`, refreshUrl: `${page}?from=expired` })
  const link = await ctx.processor.send(request, { read: readAccountLink, idempotencyKey: `account_link:${task.id}` })
  if (link.result !== 'done') return link
  const { url, expiresAt } = link.facts
  return { result: 'done', answer: { processorAccountId: accountId, url, expiresAt: expiresAt.toISOString() } satisfies StoredLink }
}
